/*
 * SQL that stands in a statement about one row and in one about a list of them.
 */

/**
 * The rows of a list that a statement is given, `:count` of them. The bound is for the planner: of a list it takes for
 * granted that it is long, and would read whole tables for it; of one that is bound by a parameter a tenth.
 */
export const listOf = (source: string): string => `select listed.* from ${source} limit :count`;

/** A value that is given to the statement, as SQL. */
export type ValueOf = (name: string) => string;

/** By itself. */
export const one: ValueOf = (name) => `:${name}`;

/** As a column of the list, in rows `h`. */
export const ofList: ValueOf = (name) => `h."${name}"`;
