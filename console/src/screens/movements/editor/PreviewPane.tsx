import { type JSX, memo, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Problem } from "../../../api/problem";
import { type Store, useStore } from "../../../api/store";
import { sentence } from "../../../app/SignIn";
import { withoutCount } from "../../../parts/faultWords";
import { isEmptyLine } from "../../../parts/grid/cells";
import { MovementPreviewTable } from "../MovementPreviewTable";
import { placeOf } from "./body";
import type { Desk } from "./desk";
import { type Draft, type Head, type Line, isFilledLine, sentLines } from "./draft";
import { usePreview } from "./usePreview";

interface Props {
  desk: Desk;
  head: Store<Head>;
  /** Why posting is not foretold. */
  why: string | undefined;
  isStored: boolean;
  /** What the service would refuse, with the lines that were sent; undefined where it would not. */
  onRefused: (problem: Problem | undefined, sent: readonly Line[]) => void;
}

/** Beside the lines: the stock before and after, and the entry that posting would make. */
export const PreviewPane = memo(function PreviewPane({ desk, head, why, isStored, onRefused }: Props): JSX.Element {
  const { sheet } = desk;
  const version = useSyncExternalStore(sheet.follow, sheet.version);
  const headNow = useStore(head);
  const draft = useCallback((): Draft | undefined => {
    const lines = sentLines(desk.asShown());
    const isWhole = headNow.of !== "" && lines.length === 0;
    if (desk.firstFault() || (lines.length === 0 && !isWhole)) return undefined;
    // A line that is just being typed is not asked about yet.
    if (lines.some((line) => !isFilledLine(line, head.get().kind))) return undefined;
    return { head: head.get(), lines };
  }, [desk, head, sheet, headNow.of]);
  const counted = useMemo(() => ({ version, headNow }), [version, headNow]);
  const told = usePreview(draft, counted, why === undefined, isStored);
  useEffect(() => {
    if (told) onRefused("refused" in told ? told.refused : undefined, sentLines(sheet.everything()));
  }, [told, onRefused, sheet]);
  const refused = told && "refused" in told ? told.refused : undefined;
  const isNowhere = refused?.body.errors.every((fault) => placeOf(fault, sentLines(sheet.everything())) === undefined);
  const isEmpty = sheet.everything().every(isEmptyLine);
  return (
    <aside className="movement-preview" aria-label="What posting will do">
      <h2>What posting will do</h2>
      {why !== undefined && <p className="dim">{why}</p>}
      {why === undefined && isEmpty && <p className="dim">Stock before and after, and the journal entry, stand here as you enter lines.</p>}
      {refused && (
        <p className="movement-refused">
          Posting would be refused{isNowhere ? `: ${sentence(withoutCount(refused.message))}` : ", as said at the fields."}
        </p>
      )}
      {told && "preview" in told && <MovementPreviewTable preview={told.preview} />}
    </aside>
  );
});
