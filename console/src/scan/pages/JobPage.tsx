import { type FormEvent, type JSX, lazy, type ReactNode, Suspense, useState } from "react";
import { useStore } from "../../api/store";
import { codeKey } from "../catalogue/catalogue";
import { catalogue, reading } from "../catalogue/read";
import type { KeptWarehouse } from "../catalogue/records";
import { Icon } from "../icons";
import type { Job } from "../job/jobs";
import { Last } from "../job/Last";
import { Lines } from "../job/Lines";
import { Pad } from "../job/Pad";
import { PapersForm } from "../job/Papers";
import { inHand, totalOf } from "../job/tally";
import { type More, useWork } from "../job/useWork";
import { Link } from "../Link";
import { StartPage } from "./StartPage";
import { Strip } from "./Strip";
import { Whose } from "./Whose";
import { plural } from "../../text/language";

const Camera = lazy(() => import("../camera/Camera").then((own) => ({ default: own.Camera })));

/** One job on one screen. */
export function JobPage({ job, place, more = {}, children }: { job: Job; place: string; more?: More; children?: ReactNode }): JSX.Element {
  const here = useStore(catalogue);
  const read = useStore(reading);
  const warehouse = here.warehousesByCode.get(codeKey(place));
  if (!warehouse) {
    if (read.state === "here") return <StartPage />;
    return (
      <main className="page" aria-busy="true">
        <Strip />
        <p role="status">{read.state === "reading" ? `Reading the items: ${read.rows} so far.` : "Reading what is kept here."}</p>
      </main>
    );
  }
  return (
    <Working job={job} warehouse={warehouse} more={more}>
      {children}
    </Working>
  );
}

function Working({ job, warehouse, more, children }: { job: Job; warehouse: KeptWarehouse; more: More; children?: ReactNode }): JSX.Element {
  const present = useWork(job, warehouse, more);
  const { tally, said } = useStore(present.state);
  const here = useStore(catalogue);
  const [isFar, setFar] = useState(false);
  const [hasPad, setPad] = useState(false);
  const [hasCamera, setCamera] = useState(false);
  const [typed, setTyped] = useState("");
  const last = tally.entries.at(-1);
  const hand = job.hasDestination ? inHand(tally).length : 0;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === "") return;
    present.scan(typed.trim());
    setTyped("");
  };

  return (
    <main className={`page work ${isFar ? "far" : ""}`}>
      <Whose warehouse={warehouse} />
      <Strip />
      <header className="head">
        <Link page="" query={{ place: warehouse.code }} className="back">
          <Icon name="back" /> <span>Jobs</span>
        </Link>
        <h1>
          {job.title} <span className="dim">{warehouse.code}{tally.bin !== undefined && ` · ${tally.bin}`}</span>
        </h1>
        <button type="button" aria-pressed={hasCamera} onClick={() => setCamera(!hasCamera)}>
          <Icon name="camera" /> <span>Camera</span>
        </button>
        <button type="button" aria-pressed={isFar} onClick={() => setFar(!isFar)}>
          <Icon name="far" /> <span>Far</span>
        </button>
      </header>
      {hasCamera && (
        <Suspense fallback={<p role="status">Opening the camera.</p>}>
          <Camera state={present.state} onCode={present.scan} />
        </Suspense>
      )}
      <Last said={said} waits={tally.waits?.length ?? 0} first={job.first} onDismiss={present.dismiss} onUndo={present.undo} onText={present.scan} />
      {job.name !== "ask" && (
        <p className="total" data-total={totalOf(tally.entries)}>
          <b>{totalOf(tally.entries)}</b> {totalOf(tally.entries) === "1" ? "piece" : "pieces"} in {tally.entries.length} {plural(tally.entries.length, "scan", "scans")}
          {hand > 0 && <span className="dim"> · {hand} in hand</span>}
        </p>
      )}
      {job.name === "receive" && <PapersForm tally={tally} onChange={present.papers} />}
      {children}
      {!isFar && <Lines tally={tally} catalogue={here} />}
      <form className="type" onSubmit={submit}>
        <label>
          <span className="spoken">Type a code</span>
          <input value={typed} onChange={(event) => setTyped(event.currentTarget.value)} placeholder="Type a code" autoComplete="off" autoCapitalize="characters" enterKeyHint="done" />
        </label>
        <button type="submit">Take it</button>
      </form>
      {job.name !== "ask" && (
        <div className="bar" role="toolbar" aria-label={job.title}>
          <button type="button" onClick={present.undo}>
            UNDO
          </button>
          <button type="button" disabled={!last} onClick={() => setPad(true)}>
            ×N
          </button>
          <button type="button" className="main" onClick={() => present.scan("CMDDONE")}>
            DONE
          </button>
        </div>
      )}
      {hasPad && last && (
        <Pad
          name={last.name}
          decimals={last.serial === undefined ? (here.items.get(last.item)?.decimals ?? 0) : 0}
          onTimes={present.times}
          onClose={() => setPad(false)}
        />
      )}
    </main>
  );
}
