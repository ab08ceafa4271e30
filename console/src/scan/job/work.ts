// One job as it is worked on: takes scans one after the other, at once, and says what came of each.

import { type Store, store } from "../../api/store";
import { formatDay } from "../../text/day";
import type { Catalogue } from "../catalogue/catalogue";
import type { KeptWarehouse } from "../catalogue/records";
import { inBase, shown } from "../quantity";
import { type Found, type Goods, type LotSaid, understand } from "../understand";
import type { Job } from "./jobs";
import { atBin, detailOf, EMPTY, type Entry, inHand, type Papers, putTo, type Tally, undone, withGoods, withTimes, withUnknown } from "./tally";
import { plural } from "../../text/language";

/** What the last scan came to, as it is shown. */
export type Said =
  | { kind: "none" }
  | { kind: "good"; word: string; title: string; detail: string }
  /** It stands until it is tapped or taken back: nothing is counted meanwhile. */
  | { kind: "fault"; word: string; title: string; choices: Array<{ title: string; take: () => void }>; after?: Said }
  /** The list was finished: what becomes of it is told as it comes. */
  | { kind: "handed"; ids: readonly string[]; title: string; detail: string }
  /** The goods are known, and not which lot or piece of them. */
  | { kind: "asks"; what: "lot" | "serial"; goods: Goods; known: string[]; title: string };

/** A job as it stands. */
export interface State {
  tally: Tally;
  said: Said;
}

/** What a job needs from around it. */
export interface Around {
  job: Job;
  warehouse: KeptWarehouse;
  catalogue: () => Catalogue;
  /** The year in which labels are read. */
  year: () => number;
  /** The day where the warehouse is, for what has expired. */
  today: () => string;
  /** Called for each answer, for its sound. */
  sound: (said: "good" | "fault") => void;
  /** The list is done. */
  done: () => void;
  /** DONE over an empty list, where that means something. */
  end?: () => void;
  /** Somebody wants to be elsewhere. */
  place: (code: string | undefined) => void;
  /** Something was asked about. */
  asked?: (found: Found) => void;
}

/** A job in progress. */
export interface Work {
  state: Store<State>;
  scan: (text: string) => void;
  /** Of a code only the beginning came. */
  half: (text: string) => void;
  undo: () => void;
  times: (by: string) => void;
  /** The fault was seen: what was scanned meanwhile is taken. */
  dismiss: () => void;
  /** What stands on the papers of a delivery. */
  papers: (papers: Papers) => void;
  /** Begins anew, as after DONE. */
  clear: () => void;
  restore: (tally: Tally) => void;
}

/** Begins a job. */
export function work(around: Around): Work {
  const { job } = around;
  const state = store<State>({ tally: EMPTY, said: { kind: "none" } });
  const tally = (): Tally => state.get().tally;

  const good = (word: string, title: string, detail: string, next = tally()): void => {
    state.set({ tally: next, said: { kind: "good", word, title, detail } });
    around.sound("good");
  };
  const fault = (word: string, title: string, choices: Array<{ title: string; take: () => void }> = []): void => {
    state.set({ tally: tally(), said: { kind: "fault", word, title, choices } });
    around.sound("fault");
  };

  function scan(text: string): void {
    const { said } = state.get();
    const found = understand(text, around.catalogue(), around.warehouse.id, around.year());
    const isUndo = found.kind === "command" && found.command.kind === "undo";
    if (said.kind === "asks" && found.kind === "misread") {
      state.set({ tally: tally(), said: { kind: "fault", word: "Misread", title: found.sentence, choices: [], after: said } });
      return around.sound("fault");
    }
    const answer = said.kind === "asks" ? answerOf(text, found, said) : undefined;
    if (answer) {
      state.set({ tally: tally(), said: { kind: "none" } });
      take({ kind: "goods", goods: answer });
      return drain();
    }
    if ((said.kind === "fault" || said.kind === "asks") && !isUndo) {
      // Whoever did not see it goes on scanning: it sounds until they look, and nothing of it is lost.
      state.set({ tally: { ...tally(), waits: [...(tally().waits ?? []), text] }, said });
      return around.sound("fault");
    }
    take(found, text);
  }

  /** Takes what was scanned while something stood in the way; what meets a new fault waits again. */
  function drain(): void {
    const { waits, ...rest } = tally();
    if (!waits || waits.length === 0) return;
    state.set({ tally: rest, said: state.get().said });
    for (const text of waits) scan(text);
  }

  function take(found: Found, text = ""): void {
    switch (found.kind) {
      case "command":
        return command(found.command);
      case "several":
        return fault("Which one?", "Several things are called so.", found.choices.map(({ title, found: one }) => ({ title, take: () => chosen(one) })));
      case "misread":
        return fault("Misread", found.sentence);
      case "unknown":
        if (job.name !== "count") return fault("Unknown", found.sentence);
        state.set({ tally: withUnknown(tally(), text), said: { kind: "good", word: "Noted", title: text, detail: "Nothing is called so: it is on a list of its own." } });
        return around.sound("fault");
      case "details":
        if (/^[0-9]+$/.test(text)) return fault("Unknown", `Nothing here is called “${text}”. If it is the number of a lot or piece, scan its goods first.`);
        return fault("Of what?", "The label names a lot or piece and no goods: scan the goods first.");
      case "bin":
      case "warehouse":
        if (job.name === "ask") return ask(found);
        return found.kind === "bin" ? bin(found) : house(found.warehouse);
      case "goods":
        if (job.name === "ask") return ask(found);
        return goods(found.goods);
    }
  }

  function chosen(found: Found): void {
    state.set({ tally: tally(), said: { kind: "none" } });
    take(found);
    drain();
  }

  function command(asked: Extract<Found, { kind: "command" }>["command"]): void {
    if (asked.kind === "undo") return undo();
    if (asked.kind === "place") return around.place(undefined);
    if (asked.kind === "times") return times(asked.times);
    const hand = inHand(tally());
    if (job.hasDestination && hand.length > 0) return fault("Where to?", "Some goods are still in your hand: scan the bin to which they go.");
    const isEmpty = tally().entries.length === 0 && tally().unknown.length === 0;
    if (isEmpty && around.end) return around.end();
    if (isEmpty) return fault("Nothing yet", "Nothing was scanned.");
    around.done();
  }

  function ask(found: Found): void {
    around.asked?.(found);
    const title = found.kind === "goods" ? found.goods.item.name : found.kind === "bin" ? `Bin ${found.bin.code}` : found.kind === "warehouse" ? found.warehouse.name : "";
    const detail = found.kind === "goods" ? found.goods.item.sku : "";
    good("Found", title, detail);
  }

  function bin({ bin: place }: Extract<Found, { kind: "bin" }>): void {
    if (place.warehouse !== around.warehouse.id) {
      const code = around.catalogue().warehouses.get(place.warehouse)?.code ?? "another warehouse";
      return fault("Elsewhere", `Bin ${place.code} is in ${code}, and you work in ${around.warehouse.code}.`);
    }
    if (place.kind === "zone" && job.name !== "count") return fault("A zone", `${place.code} is a zone, which holds no goods: scan one of its bins.`);
    if (job.hasDestination && inHand(tally()).length > 0) {
      if (!place.isActive) return fault("Out of use", `Bin ${place.code} takes no goods any more.`);
      const hand = inHand(tally());
      if (hand.every((entry) => entry.bin === place.code)) return fault("The same bin", `The goods come from ${place.code}: scan another bin.`);
      return good("Put", `Into ${place.code}`, `${hand.length} ${plural(hand.length, "scan", "scans")}`, putTo(tally(), { bin: place.code }));
    }
    if (place.kind === "zone") return good("Zone", place.code, place.name);
    if (job.name === "receive" && !place.isActive) return fault("Out of use", `Bin ${place.code} takes no goods any more.`);
    good("Bin", place.code, place.name, atBin(tally(), place.code));
  }

  function house(warehouse: KeptWarehouse): void {
    if (warehouse.id === around.warehouse.id) return good("Place", warehouse.code, warehouse.name, atBin(tally(), undefined));
    if (job.name === "move" && inHand(tally()).length > 0) {
      return good("To", warehouse.code, warehouse.name, putTo(tally(), { warehouse: warehouse.id }));
    }
    if (tally().entries.length > 0) return fault("Elsewhere", `You work in ${around.warehouse.code}: finish this list before you go to ${warehouse.code}.`);
    around.place(warehouse.code);
  }

  function goods(found: Goods): void {
    const { item } = found;
    if (!item.isActive && job.name === "receive") return fault("Out of use", `No new ${item.sku} may come in: it is inactive.`);
    if (inBase(found.quantity, found.unit, item) === undefined) {
      return fault("Quantity", `${shown(found.quantity, found.unit)} of ${item.sku} is no exact quantity of it: check its units.`);
    }
    if (item.tracking === "lot" && !found.lot) return asks("lot", found);
    if (item.tracking === "serial" && found.serial === undefined) return asks("serial", found);
    if (found.serial !== undefined && item.tracking === "serial" && tally().entries.some((entry) => entry.item === item.id && entry.serial === found.serial)) {
      return fault("Twice", `Piece ${found.serial} is on the list already.`);
    }
    const expired = found.lot && job.name === "issue" ? expiredOf(item.id, found.lot) : undefined;
    if (expired) return fault("Expired", expired);
    const { lot, serial } = found;
    const entry: Omit<Entry, "times" | "bin"> = {
      item: item.id,
      sku: item.sku,
      name: item.name,
      unit: found.unit,
      quantity: found.quantity,
      ...(lot && item.tracking === "lot" && { lot }),
      ...(serial !== undefined && item.tracking === "serial" && { serial }),
    };
    const next = withGoods(tally(), entry);
    good(job.past, item.name, detailOf(next), next);
  }

  /** Goods of a lot that has expired are held: they cannot be sold. */
  function expiredOf(item: string, lot: LotSaid): string | undefined {
    const known = around.catalogue().lotsByNumber.get(lot.number)?.find((row) => row.item === item);
    const day = lot.expiresOn ?? known?.expiresOn;
    if (known?.status && known.status !== "available") return `Lot ${lot.number} is held: ${known.status}.`;
    return day && day < around.today() ? `Lot ${lot.number} could be used until ${formatDay(day)}.` : undefined;
  }

  function asks(what: "lot" | "serial", found: Goods): void {
    const rows = around.catalogue().stock.filter((row) => row.item === found.item.id && row.warehouse === around.warehouse.id && row.by === what);
    const known = job.name === "receive" ? [] : rows.toSorted((one, other) => ((one.expiresOn ?? "9") < (other.expiresOn ?? "9") ? -1 : 1)).map((row) => (what === "lot" ? row.lot : row.serial) ?? "");
    const title = what === "lot" ? `Which lot of ${found.item.sku}?` : `Which piece of ${found.item.sku}?`;
    state.set({ tally: tally(), said: { kind: "asks", what, goods: found, known: [...new Set(known)].slice(0, 8), title } });
    around.sound("good");
  }

  function answerOf(text: string, found: Found, said: Extract<Said, { kind: "asks" }>): Goods | undefined {
    const hasAsked = found.kind === "details" && (said.what === "lot" ? found.lot !== undefined : found.serial !== undefined);
    // A bare number is itself, unless its first digits make it what is asked for, and nothing here is called so.
    const isItself = /^[0-9]+$/.test(text.trim()) && (!hasAsked || said.known.includes(text.trim()));
    if (found.kind === "details" && !isItself) {
      return { ...said.goods, ...(found.lot && { lot: found.lot }), ...(found.serial !== undefined && { serial: found.serial }) };
    }
    if (found.kind === "goods" && found.goods.item.id === said.goods.item.id && (found.goods.lot ?? found.goods.serial)) return found.goods;
    if (found.kind !== "unknown" && !(found.kind === "details" && isItself)) return undefined;
    const number = text.trim();
    return said.what === "lot" ? { ...said.goods, lot: { number } } : { ...said.goods, serial: number };
  }

  function times(by: string): void {
    const last = tally().entries.at(-1);
    if (!last) return fault("Of what?", "Scan goods first, and then how often.");
    if (last.serial !== undefined && by !== "1") return fault("One piece", `Piece ${last.serial} is there once.`);
    const next = withTimes(tally(), by);
    good(`×${by}`, last.name, detailOf(next), next);
  }

  /** The fault is gone, and what it stood over is back. */
  function seen(): void {
    const { said } = state.get();
    state.set({ tally: tally(), said: (said.kind === "fault" ? said.after : undefined) ?? { kind: "none" } });
  }

  function undo(): void {
    const { said } = state.get();
    if (said.kind === "fault" || said.kind === "asks") {
      seen();
      around.sound("good");
      return drain();
    }
    if (tally().steps.length === 0) return fault("Nothing to undo", "The list is empty.");
    const next = undone(tally());
    const last = next.entries.at(-1);
    good("Undone", last?.name ?? "The list is empty", last ? detailOf(next) : "", next);
  }

  return {
    state,
    scan,
    half: (text) => fault("Half a code", `Only “${text.slice(0, 40)}” came: scan it again.`),
    undo,
    times,
    dismiss: () => {
      seen();
      drain();
    },
    papers: (papers) => state.set({ tally: { ...tally(), papers }, said: state.get().said }),
    clear: () => {
      const { bin: at } = tally();
      state.set({ tally: { ...EMPTY, ...(at !== undefined && { bin: at }) }, said: { kind: "none" } });
    },
    restore: (kept) => {
      state.set({ tally: kept, said: { kind: "none" } });
      drain();
    },
  };
}
