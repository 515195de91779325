/**
 * Rules by which the classifier recognises what failed on the host itself: its files, a command, an
 * embedded database. There is no service then that could have said anything.
 */
const LOCAL =
  /^(?:sqlite|child-process|node\/E(?:ACCES|PERM|ROFS|NOSPC|DQUOT|MFILE|NFILE|NOMEM|IO|BUSY|TXTBSY|ISDIR|NOTDIR|EXIST|NOTEMPTY|NOENT|XDEV|LOOP|NAMETOOLONG|FBIG|2BIG))(?:\/|$)/;

/** Whether a failure is one of the host itself, by the rule that recognised it. */
export function isLocalFailure(rule: string): boolean {
  return LOCAL.test(rule);
}
