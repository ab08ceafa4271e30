import { Portal } from "@mantine/core";
import { type JSX, type KeyboardEvent, memo, useEffect, useId, useRef, useState } from "react";
import { type Choice, written } from "../Lookup";
import { type Cell, EMPTY } from "./cells";
import type { GridDesk } from "./GridDesk";

/** How a field of a line finds what is typed. */
export interface Finder {
  /** Those that fit, best first; of nothing typed the recent ones. */
  find: (typed: string) => Choice[] | Promise<Choice[]>;
  /** What the field holds when one was chosen. */
  cell: (choice: Choice) => Cell;
  /** What is said where nothing fits. */
  nothing: (typed: string) => string;
  /** What is typed as something new, where that may be. */
  asNew?: ((typed: string) => { title: string; cell: Cell }) | undefined;
}

/** How a field is left: a choice is made by Enter and Tab alone. */
type Leaving = "enter" | "tab" | "away";

interface Opened {
  choices: Choice[];
  /** The highlighted one; -1 where none is. */
  at: number;
  left: number;
  width: number;
  /** The edge of the field at which the list stands, and whether it stands above it. */
  edge: number;
  isAbove: boolean;
}

/** Eight rows and their frame. */
const LIST_HEIGHT = 250;

function placeOf(field: HTMLElement): Pick<Opened, "left" | "width" | "edge" | "isAbove"> {
  const { left, width, top, bottom } = field.getBoundingClientRect();
  const isAbove = bottom + LIST_HEIGHT > innerHeight && top > LIST_HEIGHT;
  return { left, width, edge: isAbove ? top : bottom, isAbove };
}

interface Props {
  desk: GridDesk<any, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- of any columns
  finder: Finder;
  line: number;
  column: string;
  cell: Cell;
  label: string;
  describedBy: string | undefined;
  /** Grey text where nothing stands. */
  placeholder?: string | undefined;
}

/**
 * A field that finds records by any word start. Enter and Tab take the one whose code is typed exactly before the highlighted one;
 * whoever leaves the field otherwise has what was typed exactly, and Esc brings back what was there before.
 */
export const FindCell = memo(function FindCell({ desk, finder, line, column, cell, label, describedBy, placeholder }: Props): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [opened, setOpened] = useState<Opened>();
  const isDirty = useRef(false);
  const asked = useRef<{ number: number; answer: Choice[] | Promise<Choice[]> }>({ number: 0, answer: [] });

  function open(choices: Choice[], at: number): void {
    if (input.current && document.activeElement === input.current) setOpened({ choices, at, ...placeOf(input.current) });
  }

  function ask(text: string, at: number): void {
    const number = asked.current.number + 1;
    const answer = finder.find(text.trim());
    asked.current = { number, answer };
    if (Array.isArray(answer)) open(answer, at);
    else void answer.then((found) => asked.current.number === number && open(found, at), () => undefined);
  }

  /** What stood here when somebody began to type. */
  const before = useRef<Cell>(EMPTY);

  function choose(cellNow: Cell): void {
    isDirty.current = false;
    desk.take(line, column, cellNow);
    setOpened(undefined);
  }

  /** What the text means: the exact code or name, else, by Enter and Tab, the highlighted one. Only Enter makes something new. */
  function meaning(found: Choice[], text: string, by: Leaving): Cell {
    const plain = text.toLowerCase();
    const exact = found.find((one) => one.code.toLowerCase() === plain) ?? found.find((one) => one.name.toLowerCase() === plain);
    const taken = exact ?? (by === "away" ? undefined : found[Math.max(0, opened?.at ?? 0)]);
    if (taken) return finder.cell(taken);
    if (by === "away" && found.length > 0 && !finder.asNew) {
      const named = found.slice(0, 3).map((one) => one.code || one.name).join(", ");
      return { text, value: "", fault: `“${text}” is not the whole of it: choose ${named}${found.length > 3 ? " or another" : ""}.` };
    }
    return (by === "enter" && finder.asNew?.(text).cell) || { text, value: "", fault: finder.nothing(text) };
  }

  function settle(by: Leaving = "away"): void | Promise<void> {
    const text = (input.current?.value ?? "").trim();
    if (!isDirty.current) return undefined;
    if (text === "") return choose(EMPTY);
    const { answer } = asked.current;
    if (Array.isArray(answer)) return choose(meaning(answer, text, by));
    isDirty.current = false;
    desk.pending = answer.then(
      (found) => choose(meaning(found, text, by)),
      () => choose({ text, value: "", fault: "The search has no answer. Type it again." }),
    );
    return desk.pending;
  }

  useEffect(() => {
    if (!opened) return undefined;
    // The list goes with its field.
    const follow = (event: Event): void => {
      const field = input.current;
      if (field && event.target !== field) setOpened((now) => now && { ...now, ...placeOf(field) });
    };
    addEventListener("scroll", follow, true);
    return () => removeEventListener("scroll", follow, true);
  }, [opened !== undefined]);

  const rows = (opened?.choices.length ?? 0) + (isDirty.current && finder.asNew && cell.text.trim() ? 1 : 0);

  function keyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (opened && (event.key === "ArrowDown" || (event.key === "ArrowUp" && opened.at >= 0)) && rows > 0) {
      const by = event.key === "ArrowDown" ? 1 : -1;
      setOpened({ ...opened, at: Math.max(-1, Math.min(rows - 1, opened.at + by)) });
    } else if (event.key === "ArrowDown" && event.altKey) {
      ask("", 0);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && (isDirty.current || (opened && opened.at >= 0))) {
      const picked = !isDirty.current && opened ? opened.choices[opened.at] : undefined;
      const isNew = isDirty.current && opened && opened.at >= opened.choices.length ? finder.asNew?.(cell.text.trim()) : undefined;
      if (picked) choose(finder.cell(picked));
      if (isNew) choose(isNew.cell);
      void Promise.resolve(settle("enter")).then(() => desk.advance(line, column));
    } else if (event.key === "Escape" && (opened || isDirty.current)) {
      if (isDirty.current) choose(before.current);
      else setOpened(undefined);
    } else {
      if (event.key === "Tab") void settle("tab");
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={opened !== undefined}
        aria-controls={opened ? listId : undefined}
        aria-activedescendant={opened && opened.at >= 0 ? `${listId}-${opened.at}` : undefined}
        aria-autocomplete="list"
        aria-invalid={cell.fault !== undefined}
        aria-describedby={describedBy}
        data-column={column}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={cell.text}
        title={cell.text}
        onChange={(event) => {
          if (!isDirty.current) before.current = cell;
          isDirty.current = true;
          desk.type(line, column, event.currentTarget.value);
          ask(event.currentTarget.value, 0);
        }}
        onFocus={(event) => {
          event.currentTarget.select();
          if (cell.text === "" && desk.suggests(column)) ask("", -1);
        }}
        onBlur={() => {
          setOpened(undefined);
          void settle();
        }}
        onKeyDown={keyDown}
      />
      {opened && rows > 0 && (
        <Portal target="#screen">
          <div
            role="listbox"
            id={listId}
            aria-label="Found"
            className="found"
            style={{
              left: opened.left,
              minWidth: opened.width,
              ...(opened.isAbove ? { bottom: innerHeight - opened.edge } : { top: opened.edge }),
            }}
          >
            {opened.choices.map((one, at) => (
              <div
                key={one.id}
                id={`${listId}-${at}`}
                role="option"
                aria-selected={at === opened.at}
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(finder.cell(one));
                  desk.advance(line, column);
                }}
              >
                <span className="strong">{one.code}</span> {one.name} {one.hint && <span className="dim">{one.hint}</span>}
              </div>
            ))}
            {rows > opened.choices.length && (
              <div
                id={`${listId}-${opened.choices.length}`}
                role="option"
                aria-selected={opened.at === opened.choices.length}
                onMouseDown={(event) => {
                  event.preventDefault();
                  const made = finder.asNew?.(cell.text.trim());
                  if (made) choose(made.cell);
                  desk.advance(line, column);
                }}
              >
                {finder.asNew?.(cell.text.trim()).title}
              </div>
            )}
          </div>
        </Portal>
      )}
    </>
  );
});

/** How a choice reads in a field. */
export const chosenCell = (choice: Choice): Cell => ({ text: written(choice), value: choice.id });
