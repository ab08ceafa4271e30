import { useEffect, useMemo, useRef } from "react";
import { may } from "../../api/session";
import { catalogue, keepStock, receiptsPost } from "../catalogue/read";
import type { KeptWarehouse } from "../catalogue/records";
import { serviceInstant, serviceNow } from "../clock";
import { fault, finished, good } from "../feedback";
import { enqueue } from "../queue/queue";
import type { Operation } from "../queue/operation";
import { keepNote, note, shelf } from "../shelf";
import type { Found } from "../understand";
import { uuidv7 } from "../uuid";
import { listen } from "../wedge/listen";
import { deviceName, who } from "../who";
import { goTo } from "../route";
import { madeOf, recordedLines } from "./body";
import type { Job } from "./jobs";
import { EMPTY, type Tally } from "./tally";
import { type Work, work } from "./work";

/** What a job's page gives besides the job and the place. */
export interface More {
  /** The open count in which is recorded. */
  count?: string;
  /** The code of the bin at which the person stands when a new list begins. */
  bin?: string;
  asked?: (found: Found) => void;
  /** DONE was scanned and nothing is on the list any more; and something is on it again. */
  ended?: () => void;
  began?: () => void;
}

/** The job's list, which is kept on the device until it is done, with the scanner behind it. */
export function useWork(job: Job, warehouse: KeptWarehouse, more: More = {}): Work {
  const latest = useRef(more);
  latest.current = more;
  const owner = who();
  const id = `${owner?.user ?? ""} ${owner?.organization ?? ""} ${warehouse.id} ${job.name} ${more.count ?? ""}`;
  const row = { id, user: owner?.user ?? "", job: job.name, place: warehouse.code };
  /** What must be on the device before the list is kept again. */
  const before = useRef<Promise<void>>(Promise.resolve());

  const present = useMemo(() => {
    const made: Work = work({
      job,
      warehouse,
      catalogue: catalogue.get,
      year: () => new Date(serviceNow()).getFullYear(),
      today: () => serviceInstant().slice(0, 10),
      sound: (said) => (said === "good" ? good() : fault()),
      done: () => void done(),
      place: (code) => goTo(job.name, { place: code }),
      asked: (found) => latest.current.asked?.(found),
      ...(more.ended && { end: () => latest.current.ended?.() }),
    });
    async function done(): Promise<void> {
      const { tally } = made.state.get();
      // The list is gone from the screen at once, so that what is scanned next is of the next one; on the device it goes in the
      // same breath in which its operations come, so that neither is ever there twice or not at all.
      let written = (): void => undefined;
      before.current = new Promise((resolve) => (written = resolve));
      made.clear();
      const operations = await toOperations(job, warehouse, tally, more.count);
      await enqueue(operations, { ...row, tally: emptyAt(tally), at: Date.now() });
      written();
      finished();
      latest.current.ended?.();
      const { said } = made.state.get();
      if (said.kind !== "none") return;
      const unknown = tally.unknown.length > 0 ? `Unknown codes: ${tally.unknown.join(", ")}` : "";
      made.state.set({ ...made.state.get(), said: { kind: "handed", ids: operations.map((one) => one.id), title: operations[0]?.title ?? "Noted", detail: unknown } });
    }
    if (latest.current.bin !== undefined) made.restore({ ...EMPTY, bin: latest.current.bin });
    return made;
    // A list belongs to the person, the place, the job and the count.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);

  useEffect(() => {
    let isRestored = false;
    let newest: Tally | undefined;
    let writing = Promise.resolve();
    const keep = (): void => {
      const { tally } = present.state.get();
      if (!isRestored || tally === newest) return;
      newest = tally;
      writing = writing
        .then(() => before.current)
        .then(async () => {
          // Only the last state counts, where several came meanwhile.
          if (newest !== tally) return;
          await (await shelf()).put("tallies", { ...row, tally, at: Date.now() });
        })
        .catch(() => undefined);
    };
    let had = 0;
    const unfollow = present.state.follow(() => {
      const { entries } = present.state.get().tally;
      if (entries.length > had) latest.current.began?.();
      had = entries.length;
      keep();
    });
    void shelf()
      .then((database) => database.get("tallies", id))
      .then((kept) => {
        const { tally } = present.state.get();
        if (kept && tally.steps.length === 0 && (kept.tally.steps.length > 0 || kept.tally.papers || kept.tally.waits)) present.restore(kept.tally);
      })
      .catch(() => undefined)
      .finally(() => {
        isRestored = true;
        keep();
      });
    const stop = listen(present.scan, present.half);
    if (owner) void keepStock(owner.organization, warehouse.id);
    return () => {
      unfollow();
      stop();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [present]);

  return present;
}

/** The next list begins where the person stands. */
const emptyAt = (tally: Tally): Tally => ({ ...EMPTY, ...(tally.bin !== undefined && { bin: tally.bin }) });

/** The operations of a finished list, written down in its order. */
async function toOperations(job: Job, warehouse: KeptWarehouse, tally: Tally, count: string | undefined): Promise<Operation[]> {
  const me = who();
  if (!me || tally.entries.length === 0) return [];
  const here = catalogue.get();
  const recorded = count === undefined ? undefined : ((await note<Record<string, string>>(`count ${count}`)) ?? {});
  const receiving = warehouse.receiving === null ? undefined : here.bins.get(warehouse.receiving)?.code;
  const where = {
    warehouse,
    items: here.items,
    receiptsPost: receiptsPost.get() && may("movements:post"),
    ...(recorded && count !== undefined && { count: { id: count, recorded } }),
    ...(receiving !== undefined && { receiving }),
    ...(tally.papers && { papers: tally.papers }),
  };
  const source = `scan:${await deviceName()}`;
  const occurredAt = serviceInstant();
  const made = madeOf(job, tally.entries, where, { occurredAt, source });
  if (recorded && count !== undefined) {
    const next = { ...recorded, ...Object.fromEntries(recordedLines(tally.entries, where).map(({ key, quantity }) => [key, quantity])) };
    await keepNote(`count ${count}`, next);
  }
  return made.map((one, index) => {
    const id = uuidv7(serviceNow() + index);
    const isMovement = one.path === "/inventory/movements";
    return {
      ...one,
      id,
      key: id,
      externalId: id,
      body: isMovement ? { ...one.body, externalId: id } : one.body,
      source,
      ...(tally.papers && { papers: tally.papers }),
      user: me.user,
      userName: me.name,
      organization: me.organization,
      place: warehouse.code,
      occurredAt,
      madeAt: serviceNow(),
      job: job.name,
      state: "waiting",
      tries: 0,
    } satisfies Operation;
  });
}
