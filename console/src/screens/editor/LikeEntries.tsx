import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type JSX, useMemo, useSyncExternalStore } from "react";
import { answer, api } from "../../api/client";
import { readEntry } from "../../api/entries";
import { asProblem } from "../../api/problem";
import { type Store, useStore } from "../../api/store";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { formatDay } from "../../text/day";
import { draftOf } from "./body";
import type { Desk } from "./desk";
import { type Head, isEmptyLine } from "./draft";

/** Fewer letters say nothing about an entry. */
const LETTERS = 3;
const WAIT_MS = 250;

/**
 * Earlier entries with a like description, offered while no line is written yet: one press takes the lines of one, with its amounts,
 * to be changed.
 */
export function LikeEntries({ desk, head }: { desk: Desk; head: Store<Head> }): JSX.Element | null {
  const { sheet } = desk;
  const isEmpty = useSyncExternalStore(
    sheet.follow,
    useMemo(() => () => sheet.orderNow().every((id) => isEmptyLine(sheet.line(id) ?? { id, cells: {} })), [sheet]),
  );
  const typed = useStore(head).description.trim();
  const [description] = useDebouncedValue(typed, WAIT_MS);
  const isAsked = isEmpty && description.length >= LETTERS && description === typed;
  const { data } = useQuery({
    queryKey: ["entries", "like", description],
    enabled: isAsked,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/accounting/journal-entries/suggest", { params: { query: { description } }, signal })),
  });
  const found = isAsked ? (data?.data ?? []) : [];
  async function take(id: string, number: string | null): Promise<void> {
    try {
      const { lines } = draftOf(await readEntry(id), desk.books, true);
      sheet.replace(lines);
      const first = sheet.orderNow()[0];
      if (first !== undefined) desk.focus(first, "account");
      say(`The lines of ${number ?? "the entry"} are taken`, { title: "Undo", run: () => sheet.replace([]) });
    } catch (error) {
      say(asProblem(error).message);
    }
  }
  useActions(
    found.map((one, at) => ({
      id: `like-${at}`,
      title: `Take the lines of ${one.number ?? one.description}`,
      keys: `alt+${at + 1}`,
      whileTyping: true,
      run: () => void take(one.entryId, one.number),
    })),
  );
  if (found.length === 0) return null;
  return (
    <section className="editor-like" aria-label="Like entries">
      <p>As before?</p>
      {found.map((one, at) => (
        <Button key={one.entryId} variant="default" size="compact-sm" onClick={() => void take(one.entryId, one.number)}>
          <span className="editor-like-text">
            {one.description} · {formatDay(one.date)}
          </span>
          <kbd>Alt {at + 1}</kbd>
        </Button>
      ))}
    </section>
  );
}
