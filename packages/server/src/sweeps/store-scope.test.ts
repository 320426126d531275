import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { loadStatements } from '../testing/statements/load-statements.ts';

const source = join(import.meta.dirname, '..');

/** Functions over rows that no account can be given for, each with its reason. */
const withoutAccount: Record<string, string> = {
  'dialogs/message-feed-store readTop': 'a feed over all accounts',
  'dialogs/message-feed-store readRange': 'a feed over all accounts; gives the account of every row',
  'platform/time/shared-time-store syncSharedTime': 'one row for all nodes and accounts',
  'platform/storage/store listUnattached': 'sweep over all accounts; gives the account of every row',
  'platform/audit/audit-store deleteOldAudit': 'sweep over all accounts by age alone',
  'platform/events/events-store deleteHandled': 'sweep over all accounts by age alone',
  'platform/events/events-store startAt': 'the place of a reader in a feed over all accounts',
  'platform/events/events-store takePosition': 'the place of a reader in a feed over all accounts',
  'platform/events/events-store movePosition': 'the place of a reader in a feed over all accounts',
  'platform/events/events-store readSnapshot': 'asks the engine which transactions run',
  'channels/store listAllChannels': 'start of a node: sets up the channels of all accounts',
  'channels/store findChannelOfAnyAccount': 'proves the account by the id in a webhook’s or widget’s address',
  'channels/store findConnectedChannels': 'a node looks at the channels that its open streams belong to',
  'channels/store findChannelsByIdentity': 'proves the accounts by what a verified webhook is for',
  'channels/store listLinked': 'what accounts share at a platform is left while one of them stands on it',
  'channels/connecting-store takeExpiredDrafts': 'sweep over all accounts; gives the account of every row',
  'channels/connecting-store lockAccount': 'takes a lock that is named by the account, and no row',
  'dialogs/outbox-store lockRefusals': 'takes a lock that is named by the account and its channel, and no row',
  'knowledge/embedding/vector-store listBasesToLookAt':
    'periodic task over all accounts; gives the account of every row',
  'knowledge/embedding/vector-store raiseVectorColumn': 'finds out what the database can, and touches no row',
  'knowledge/memory-store lockKnowledge': 'takes a lock that is named by the account, and no row',
  'knowledge/embedding/choice/choice-store isLocalWanted': 'whether any account wants the model of this server',
  'knowledge/embedding/local/model-store readModel': 'one row for all nodes and accounts',
  'knowledge/embedding/local/model-store wantModel': 'one row for all nodes and accounts',
  'knowledge/embedding/local/model-store unwantModel': 'one row for all nodes and accounts',
  'knowledge/embedding/local/model-store holdModel': 'one row for all nodes and accounts',
  'knowledge/embedding/local/model-store noteModel': 'one row for all nodes and accounts',
  'knowledge/embedding/local/model-store endModel': 'one row for all nodes and accounts',
  'knowledge/findings/finding-store claimUnchecked': 'periodic task over all accounts; gives the account of every row',
  'knowledge/sources/source-store claimDue': 'periodic task over all accounts; gives the account of every row',
  'knowledge/sources/source-store planAnew': 'periodic task over all accounts by age alone',
  'knowledge/store findExisting': 'a node asks of the bases that it itself holds, each by its account and id',
  'knowledge/store boundStatements': 'sets a bound for its transaction, and touches no row',
  'channels/store claimProbes': 'periodic task over all accounts; gives the account of every row',
  'channels/store scheduleProbes': 'periodic task over all accounts by age alone',
  'channels/store claimWorkingProbes': 'periodic task over all accounts; gives the account of every row',
  'channels/silence/silence-store endSilences': 'periodic task over all accounts; gives the account of every row',
  'channels/silence/silence-store deleteOldHours': 'sweep over all accounts by age alone',
  'channels/store claimLeaving': 'periodic task over all accounts; gives the account of every row',
  'channels/store claimRenewal': 'a node renews the credentials of all accounts’ channels',
  'channels/store claimPulls': 'a node takes over the pulling of all accounts’ channels',
  'channels/store releasePulls': 'a node gives back what it itself holds',
  'channels/sessions/session-store claimSessions': 'a node takes over the sessions of all accounts’ channels',
  'channels/sessions/session-store findRemaining': 'a node looks at the sessions that it itself keeps',
  'channels/sessions/session-store releaseSessions': 'a node gives back what it itself holds',
  'channels/sessions/session-store deleteOldKeys': 'deletes what is too old in all accounts',
  'dialogs/delivery-store findLostClaims': 'sweep over all accounts; gives the account of every row',
  'dialogs/delivery-store abandonClaims': 'a node frees what it itself held',
  'dialogs/delivery-store abandonLeases': 'a node frees what it itself held',
  'dialogs/delivery-store renewClaims': 'a node keeps what it itself holds',
  'dialogs/delivery-store renewLeases': 'a node keeps what it itself holds',
  'dialogs/delivery-store giveUpDeliveries': 'sweep over all accounts; gives the account of every row',
  'dialogs/delivery-store findDueDeliveries': 'sweep over all accounts; gives the account of every row',
  'dialogs/outbox-store listClosedOutboxes': 'sweep over all accounts; gives the account of every row',
  'dialogs/outbox-store listShownTroubles': 'watch over all accounts; gives the account of every row',
  'dialogs/speaker-store findLeft': 'sweep over all accounts; gives the account of every row',
  'dialogs/turn-store findDueTurns': 'sweep over all accounts; gives the account of every row',
  'gateway/store takeWaiting': 'sweep over all accounts; gives the account of every row',
  'dialogs/side-event-store deleteEarlyChanges': 'sweep over all accounts by age alone',
  'dialogs/receipt-store takeEarlyReceipts': 'sweep over all accounts; gives the account of every row',
  'dialogs/receipt-store deleteEarlyReceipts': 'sweep over all accounts by age alone',
  'gateway/store deleteSettled': 'sweep over all accounts by age alone',
  'gateway/store deleteUnreadable': 'sweep over all accounts by age alone',
  'notifications/store deleteOldNotifications': 'sweep over all accounts by age alone',
  'notifications/address-store confirmAddress': 'the mailed link proves the address and names its row',
  'accounts/store findMember': 'proves the account of a user',
};
/** Users, sessions and tokens are known before any account is; the file says so itself. */
const BEFORE_ACCOUNTS = 'accounts/identity-store';

type StoreFunction = { name: string; takesAccount: boolean; runsSql: boolean; sql: string };

function listStores(): string[] {
  return readdirSync(join(source, 'domains'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|[/-])store\.ts$/.test(name))
    .map((name) => join(source, 'domains', name));
}

/** Texts of literals in a declaration and in the constants of the file that it uses. */
function sqlOf(node: ts.Node, constants: Map<string, ts.Node>): string {
  const seen = new Set<string>();
  const parts: string[] = [];
  const visit = (child: ts.Node): void => {
    if (
      ts.isStringLiteralLike(child) ||
      ts.isTemplateHead(child) ||
      ts.isTemplateMiddle(child) ||
      ts.isTemplateTail(child)
    )
      parts.push(child.text);
    if (ts.isIdentifier(child) && constants.has(child.text) && !seen.has(child.text)) {
      seen.add(child.text);
      const constant = constants.get(child.text);
      if (constant) visit(constant);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return parts.join(' ');
}

function declarationsOf(file: ts.SourceFile): { name: string; node: ts.FunctionLikeDeclaration }[] {
  return file.statements.flatMap((statement): { name: string; node: ts.FunctionLikeDeclaration }[] => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(statement) && statement.name) return [{ name: statement.name.text, node: statement }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer)
        ? [{ name: name.text, node: initializer }]
        : [],
    );
  });
}

function constantsOf(file: ts.SourceFile): Map<string, ts.Node> {
  const constants = new Map<string, ts.Node>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) constants.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
  }
  return constants;
}

function readStores(): StoreFunction[] {
  const files = listStores();
  const program = ts.createProgram(files, {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const hasAccount = (type: ts.Type | undefined): boolean =>
    type?.getProperties().some(({ name }) => name === 'accountId') ?? false;
  /** By itself, in an object, or in every entry of a list. */
  const takesAccount = (node: ts.FunctionLikeDeclaration) =>
    node.parameters.some((parameter) => {
      const type = checker.getTypeAtLocation(parameter);
      const entry = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
      return parameter.name.getText() === 'accountId' || hasAccount(type) || hasAccount(entry);
    });
  return files.flatMap((path) => {
    const file = program.getSourceFile(path);
    if (!file) return [];
    const place = path
      .slice(join(source, 'domains').length + 1)
      .replace(/\.ts$/, '')
      .replaceAll('\\', '/');
    const constants = constantsOf(file);
    return declarationsOf(file).map(({ name, node }) => ({
      name: `${place} ${name}`,
      takesAccount: takesAccount(node),
      runsSql: /\.query\s*[<(]/.test(node.getText()),
      sql: sqlOf(node, constants),
    }));
  });
}

/** Functions that run SQL by themselves: the statements that they call are looked at one by one. */
const functions = readStores().filter(({ runsSql }) => runsSql);
const statements = (await loadStatements()).map(({ file, name, params, sql }) => ({
  name: `${file.replace(/^domains\/|\.ts$/g, '')} ${name}`,
  // `accountIds`: one for every row of a list; a list may also name it among its columns.
  takesAccount:
    params.some((param) => param.name === 'accountId' || param.name === 'accountIds') ||
    /to_recordset\(:\w+\) as listed \("accountId" uuid, /.test(sql),
  sql,
}));
const all = [...functions, ...statements];
const scoped = all.filter(({ name }) => !(name in withoutAccount) && !name.startsWith(BEFORE_ACCOUNTS));

describe('every function that writes SQL is bound to an account', () => {
  it('the stores are found', () => {
    expect(all.length).toBeGreaterThan(90);
    expect(Object.keys(withoutAccount).filter((name) => !all.some((found) => found.name === name))).toEqual([]);
  });

  it.each(scoped)('$name takes accountId and asks for it in its SQL', ({ takesAccount, sql }) => {
    expect(takesAccount).toBe(true);
    // The account’s own row has its id as key.
    const ofOwnRow = /accounts (?:set .* )?where id = (?:\$1|:accountId)/is;
    const inserted = /insert into \w+(?: as \w+)? \((?:account_id|id, name, plan)/i;
    const asked = /account_id = (?:\$\d|:accountId|any\(:accountIds|\w+\.(?:account_id|"accountId"))/i;
    expect(asked.test(sql) || ofOwnRow.test(sql) || inserted.test(sql), sql).toBe(true);
  });

  it('no statement is glued together from what came in', () => {
    const cameIn = /\$\{(?:input|page|filter|commit|channel|message|contact|member|key|token|search)\b(?!\w)/;
    const glued = listStores().filter((path) => cameIn.test(readFileSync(path, 'utf8')));
    expect(glued.map((path) => path.slice(source.length))).toEqual([]);
  });

  it('SQL stands in stores and in the platform alone', () => {
    const found = readdirSync(join(source, 'domains'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/store\.ts$|\.test\.ts$|testing[/\\]/.test(name))
      .filter((name) =>
        /\b(?:select\s[\s\S]{1,200}\sfrom\s+[a-z_]+|insert into\s+[a-z_]+\s*\(|update\s+[a-z_]+\s+set\s|delete from\s+[a-z_]+)/.test(
          readFileSync(join(source, 'domains', name), 'utf8'),
        ),
      );
    // What several stores of the domain share: rules, and the columns of a message.
    expect(found.toSorted()).toEqual([join('dialogs', 'fragments.ts'), join('dialogs', 'message-rows.ts')]);
  });
});
