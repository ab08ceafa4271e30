import { type JSX, useRef } from "react";
import { useStore } from "../../api/store";
import { catalogue } from "../catalogue/read";
import { serviceNow } from "../clock";
import { Icon } from "../icons";
import { EMPTY, linesOf, type Tally } from "../job/tally";
import { Link } from "../Link";
import { blockedBy, isLate, type Operation } from "../queue/operation";
import { waysOf } from "../queue/outcome";
import { goWay, operations } from "../queue/queue";
import { shown } from "../quantity";
import { formatInstant } from "../when";
import { goTo } from "../route";
import { shelf } from "../shelf";
import { who } from "../who";
import { download } from "./download";
import { sentence } from "./SignInPage";
import { Strip } from "./Strip";
import { plural } from "../../text/language";

/** What was done here: what waits, what was refused with its ways out, and what arrived. */
export function QueuePage(): JSX.Element {
  const all = useStore(operations);
  const me = who()?.user ?? "";
  const own = all.filter((one) => one.user === me);
  const tasks = own.filter((one) => one.state === "task");
  const waiting = own.filter((one) => one.state === "waiting");
  const done = own.filter((one) => one.state === "done").toReversed();
  const others = all.filter((one) => one.user !== me && one.state !== "done");
  const unsent = [...tasks, ...waiting];

  return (
    <main className="page">
      <Strip />
      <header className="head">
        <Link page="" className="back">
          <Icon name="back" /> <span>Jobs</span>
        </Link>
        <h1>What was sent</h1>
      </header>
      {own.length === 0 && <p>Nothing yet. What you finish with DONE stands here until it has arrived, and a day longer.</p>}
      <Part title="To be settled" rows={tasks} all={all} />
      <Part title="Waiting" rows={waiting} all={all} />
      {unsent.length > 0 && (
        <div className="ways">
          <button type="button" onClick={() => download(unsent)}>
            Export as a file
          </button>
        </div>
      )}
      {others.length > 0 && (
        <section>
          <h2>Of others</h2>
          <p>
            {plural(others.length, "One operation waits", `${others.length} operations wait`)} for {[...new Set(others.map((one) => one.userName))].join(" and ")} to sign in here.
          </p>
        </section>
      )}
      <Part title="Arrived" rows={done} all={all} />
    </main>
  );
}

function Part({ title, rows, all }: { title: string; rows: readonly Operation[]; all: readonly Operation[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="operations">
        {rows.map((one) => (
          <Row key={one.id} operation={one} all={all} />
        ))}
      </ul>
    </section>
  );
}

function Row({ operation, all }: { operation: Operation; all: readonly Operation[] }): JSX.Element {
  const here = useStore(catalogue);
  const sure = useRef<HTMLDialogElement>(null);
  const before = operation.state === "waiting" ? blockedBy(operation, all) : undefined;
  const lines = linesOf(operation.entries);

  async function go(act: ReturnType<typeof waysOf>[number]["act"]): Promise<void> {
    if (act === "discard") {
      sure.current?.showModal();
      return;
    }
    if (act === "reopen") {
      const warehouse = here.warehousesByCode.get(operation.place);
      if (!warehouse) return;
      const count = /^\/inventory\/counts\/([^/]+)\//.exec(operation.path)?.[1];
      const tally: Tally = { ...EMPTY, entries: operation.entries, steps: operation.entries.map(() => ({ kind: "goods" })), ...(operation.papers && { papers: operation.papers }) };
      const id = `${operation.user} ${operation.organization} ${warehouse.id} ${operation.job} ${count ?? ""}`;
      const database = await shelf();
      // What is on the list already stays there.
      const open = await database.get("tallies", id);
      const merged = open ? { ...open.tally, entries: [...tally.entries, ...open.tally.entries], steps: [...tally.steps, ...open.tally.steps] } : tally;
      await database.put("tallies", { id, user: operation.user, job: operation.job, place: operation.place, tally: merged, at: Date.now() });
      await goWay(operation, "reopen");
      goTo(operation.job, { place: operation.place, count });
      return;
    }
    await goWay(operation, act);
  }

  return (
    <li className={`operation ${operation.state}`}>
      <h3>
        {operation.title} <span className="dim">{operation.place}</span>
      </h3>
      <p className="dim">
        {formatInstant(operation.occurredAt)}
        {isLate(operation, serviceNow()) && " · for more than a day"}
        {operation.outcome !== undefined && ` · ${operation.outcome}`}
      </p>
      {before && <p>Waits until “{before.title}” is settled: it moves the same goods.</p>}
      {operation.awaits && (
        <p>
          <Icon name="cloud" size={20} /> These goods wait for posting: {operation.awaits.called}. This is sent again by itself once it is posted.
        </p>
      )}
      {operation.refused && (
        <>
          {!operation.awaits && (operation.refused.faults.length > 0 ? operation.refused.faults : [operation.refused.detail]).map((told) => (
            <p className="negative" key={told}>
              <Icon name="warn" size={20} /> {sentence(told)}
            </p>
          ))}
          <div className="ways">
            {waysOf(operation).map((way) => (
              <button key={way.act} type="button" onClick={() => void go(way.act)}>
                {way.title}
              </button>
            ))}
            {operation.refused.requestId !== "" && (
              <button type="button" className="plain" onClick={() => void navigator.clipboard?.writeText(operation.refused?.requestId ?? "")}>
                Copy request id
              </button>
            )}
          </div>
        </>
      )}
      <details>
        <summary>{plural(lines.length, "1 line", `${lines.length} lines`)}</summary>
        <ul>
          {lines.map((line, index) => (
            <li key={`${index} ${line.sku}`}>
              {shown(line.quantity, line.unit)} × {line.name} ({line.sku})
            </li>
          ))}
        </ul>
      </details>
      <dialog ref={sure} aria-labelledby={`sure-${operation.id}`}>
        <h2 id={`sure-${operation.id}`}>Throw “{operation.title}” away?</h2>
        <p>The goods moved, and the books will not know.</p>
        <div className="ways">
          <button type="button" className="main" autoFocus onClick={() => sure.current?.close()}>
            Keep it
          </button>
          <button type="button" onClick={() => void goWay(operation, "discard")}>
            Throw it away
          </button>
        </div>
      </dialog>
    </li>
  );
}
