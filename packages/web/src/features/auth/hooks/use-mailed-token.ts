import { useLocation, useParams } from '@tanstack/react-router';

const hashPattern = /^token=([\w.~-]+)$/;

/** The token of a mailed link: in the path, or behind `#`, where it reaches no server log. Empty when the link is cut. */
export function useMailedToken(): string {
  const inPath = useParams({ strict: false, select: (params) => params.token });
  const hash = useLocation({ select: (location) => location.hash });
  return inPath ?? hashPattern.exec(hash)?.[1] ?? '';
}
