// The import of this tab: the file, how it is read, what was read, and how far it was sent. It goes on while other screens are
// looked at.

import { connection } from "../../api/connection";
import { readFile, sendPart } from "../../api/imports";
import { forget, hold, keep } from "../../api/kept";
import { newKey } from "../../api/key";
import type { Organization } from "../../api/organization";
import { type Problem, asProblem, problemOf } from "../../api/problem";
import { queries, touched } from "../../api/queries";
import { may, session } from "../../api/session";
import { store } from "../../api/store";
import type { Opened } from "./file/fileDesk";
import { endReader, reader } from "./file/reader";
import type { Summary } from "./file/summary";
import { guessed } from "./guess";
import { NOTHING, type Tally, countOf, go } from "./run";
import { type Settings, beginning, membersOf, missingOf } from "./settings";

/** What is being done with what was read. */
export type Work =
  | { is: "idle" }
  | { is: "checking" | "sending"; tally: Tally; isStopping: boolean }
  /** It was checked, or brought in, to its end or not. */
  | { is: "checked" | "sent"; tally: Tally; isWhole: boolean; problem: Problem | undefined };

/** All of an import. */
export interface Desk {
  settings: Settings;
  file: ({ name: string; blob: Blob } & Opened) | undefined;
  isReading: boolean;
  summary: Summary | undefined;
  /** Why it could not be read. */
  problem: Problem | undefined;
  /** Whether what has faults may stay out. */
  leavesOut: boolean;
  work: Work;
  /** Names this import: the keys of what it sends follow from it. */
  run: string;
}

/** What is kept on the device until all is in. */
export interface KeptImport {
  name: string;
  blob: Blob;
  settings: Settings;
  run: string;
  /** Whether some of it may be in already. */
  isSent: boolean;
}

/** The form under which it is kept. */
export const FORM = "import";
const SUBJECT = "file";
/** Choices follow one another: the file is read again when they pause. */
const READ_AFTER_MS = 350;
const PAUSE_MS = 5_000;
/** The service takes no larger requests. */
const MOST_BYTES = 16 * 1024 * 1024;

const empty = (settings: Settings): Desk => ({ settings, file: undefined, isReading: false, summary: undefined, problem: undefined, leavesOut: false, work: { is: "idle" }, run: "" });

/** The import of this tab. */
export const desk = store<Desk>(empty(beginning("journalEntries", "xero")));

const put = (change: Partial<Desk>): void => desk.set({ ...desk.get(), ...change });
let release = (): void => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let reading: AbortController | undefined;
let sending: AbortController | undefined;

session.follow(() => {
  if (session.get().state === "out" && desk.get().file) reset();
});

/** As it is told to the service: who may not post leaves drafts. */
const told = (settings: Settings): Settings => ({ ...settings, isDraft: settings.isDraft || !may("journalEntries:post") });

const baseCurrency = (): string => queries.getQueryData<Organization>(["organization"])?.baseCurrency ?? "";

/** Whether something is on its way. */
export const isBusy = (work: Work): boolean => work.is === "checking" || work.is === "sending";

/** Takes a file. What was read of another one is forgotten. */
export async function choose(file: File): Promise<void> {
  forgetKept();
  const { settings } = desk.get();
  await opened({ name: file.name, blob: file, settings, run: newKey(), isSent: false }, true);
}

/** Goes on with a file that was left, in the same run: what is in already is not sent twice. */
export const takeUp = (kept: KeptImport): Promise<void> => opened(kept, false);

async function opened({ name, blob, settings, run, isSent }: KeptImport, isNew: boolean): Promise<void> {
  release();
  release = hold(run);
  const file = await reader().open(await blob.arrayBuffer());
  const next = isNew ? guessed(settings, file) : settings;
  const work: Work = isSent ? { is: "sent", tally: NOTHING, isWhole: false, problem: undefined } : { is: "idle" };
  desk.set({ ...empty(next), file: { name, blob, ...file }, run, work });
  keepIt(isSent);
  again(0);
}

function keepIt(isSent: boolean): void {
  const { file, settings, run } = desk.get();
  if (file) void keep(FORM, SUBJECT, run, { name: file.name, blob: file.blob, settings, run, isSent } satisfies KeptImport);
}

function forgetKept(): void {
  const { run } = desk.get();
  if (run) void forget(run);
}

/** Changes how the file is read, and reads it again. A choice that leaves the reading as it is keeps it. */
export function change(next: Partial<Settings>): void {
  const before = desk.get();
  const settings = { ...before.settings, ...next };
  const isOther = settings.kind !== before.settings.kind || settings.program !== before.settings.program;
  // What headings stand for is different there.
  const anew = isOther ? { ...beginning(settings.kind, settings.program), accounts: settings.accounts, date: settings.date, offset: settings.offset, isDraft: settings.isDraft } : settings;
  put({ settings: isOther && before.file ? guessed(anew, before.file) : anew, work: { is: "idle" } });
  keepIt(false);
  again();
}

/** Whether what has faults may stay out. */
export const leaveOut = (leavesOut: boolean): void => put({ leavesOut });

/** Reads the file as it is to be read now. */
export function again(after = READ_AFTER_MS): void {
  reading?.abort();
  clearTimeout(timer);
  const { file, settings } = desk.get();
  if (!file) return;
  if (missingOf(settings) !== undefined) {
    put({ isReading: false, summary: undefined, problem: undefined });
    return;
  }
  put({ isReading: true });
  timer = setTimeout(() => void read(), after);
}

async function read(): Promise<void> {
  const mine = new AbortController();
  reading = mine;
  const { settings } = desk.get();
  try {
    const body = await reader().body(membersOf(told(settings)));
    if (body.byteLength > MOST_BYTES) throw tooLarge();
    const answer = await readFile(body, mine.signal);
    if (mine.signal.aborted) return;
    const summary = await reader().take(answer, settings.kind, baseCurrency());
    if (!mine.signal.aborted) put({ summary, isReading: false, problem: undefined, leavesOut: false });
  } catch (error) {
    if (!mine.signal.aborted) put({ isReading: false, summary: undefined, problem: asProblem(error) });
  }
}

function tooLarge(): Problem {
  return problemOf(413, { code: "too_large", title: "The file is too large", detail: "a file of more than 16 MB is not read at once: split it, with the headings in each part" });
}

/** Asks what would become of all that was read. Writes nothing. */
export const check = (): Promise<void> => work(true);

/** Brings it in. */
export function bringIn(): Promise<void> {
  keepIt(true);
  return work(false);
}

async function work(isDry: boolean): Promise<void> {
  const { summary, run, settings, work: before } = desk.get();
  if (!summary || isBusy(before)) return;
  const mine = new AbortController();
  sending = mine;
  let isStopped = false;
  const is = isDry ? ("checking" as const) : ("sending" as const);
  const isStopping = (): boolean => {
    const now = desk.get().work;
    isStopped ||= mine.signal.aborted || !isBusy(now) || ("isStopping" in now && now.isStopping);
    return isStopped;
  };
  let tally = NOTHING;
  put({ work: { is, tally, isStopping: false } });
  const end = (isWhole: boolean, problem?: Problem): void => {
    if (desk.get().run !== run) return;
    put({ work: { is: isDry ? "checked" : "sent", tally, isWhole, problem } });
    if (!isDry) void touched("entries", "balances", "accounts", "parties", "inbox", "periods");
    if (!isDry && isWhole) void forget(run);
  };
  try {
    const { isWhole } = await go(
      {
        chunks: (from, to) => reader().chunks(run, from, to, settings.journal),
        drafts: (places) => reader().drafts(run, places, settings.journal),
        send: (part, dry) => sendPart(part, dry, mine.signal),
        pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
        isStopped: isStopping,
        onProgress: (now) => {
          tally = now;
          if (!mine.signal.aborted) put({ work: { is, tally: now, isStopping: isStopping() } });
        },
      },
      summary.requests,
      isDry,
    );
    end(isWhole);
  } catch (error) {
    end(false, mine.signal.aborted ? undefined : asProblem(error));
  }
}

/** Sends it again after something was mended in the books: what is in already stays as it is. */
export function sendAgain(): Promise<void> {
  const before = desk.get().run;
  const run = newKey();
  void forget(before);
  release();
  release = hold(run);
  put({ run });
  return bringIn();
}

/** Stops after the part that is on its way; where there is no connection, at once. */
export function stop(): void {
  const now = desk.get().work;
  if (!("isStopping" in now)) return;
  put({ work: { ...now, isStopping: true } });
  if (connection.get().state !== "fine") sending?.abort();
}

/** Begins anew, with nothing. What was not sent is forgotten. */
export function reset(): void {
  reading?.abort();
  sending?.abort();
  clearTimeout(timer);
  forgetKept();
  release();
  endReader();
  const { kind, program } = desk.get().settings;
  desk.set(empty(beginning(kind, program)));
}

/** How much of what was read was sent so far, and how much there is. */
export function progressOf({ work: now, summary }: Desk): { done: number; all: number } {
  return { done: now.is === "idle" ? 0 : countOf(now.tally), all: summary?.requests ?? 0 };
}
