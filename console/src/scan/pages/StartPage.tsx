import { type JSX, useEffect, useRef, useState } from "react";
import { may, session } from "../../api/session";
import { useStore } from "../../api/store";
import { codeKey } from "../catalogue/catalogue";
import { catalogue, reading } from "../catalogue/read";
import { JOBS, jobOf } from "../job/jobs";
import { Link } from "../Link";
import { goTo, route } from "../route";
import { keepNote, note } from "../shelf";
import { understand } from "../understand";
import { listen } from "../wedge/listen";
import { who } from "../who";
import { Strip } from "./Strip";
import { Whose } from "./Whose";
import { SignOut } from "./SignOut";

/** The choice of the place and the job. */
export function StartPage(): JSX.Element {
  const { page, query } = useStore(route);
  const here = useStore(catalogue);
  const read = useStore(reading);
  useStore(session);
  const asked = query.get("place") ?? "";
  const [chosen, setChosen] = useState(asked);
  const [said, setSaid] = useState("");
  const wanted = jobOf(page);
  const warehouses = [...here.warehouses.values()].filter((one) => one.isActive && one.kind !== "inTransit").toSorted((one, other) => one.code.localeCompare(other.code));
  const place = here.warehousesByCode.get(codeKey(chosen));
  const jobs = JOBS.filter((job) => job.needs.some(may));

  useEffect(() => {
    // Where this device was used last, it is most likely used again.
    if (asked === "") void note<string>("place").then((last) => setChosen((now) => (now === "" ? (last ?? "") : now)));
  }, [asked]);

  const take = useRef((_: string): void => undefined);
  /** What was scanned before the places were known here. */
  const early = useRef<string>(undefined);
  take.current = (code) => {
    if (catalogue.get().warehouses.size === 0) {
      early.current = code;
      setSaid("The places are being read: the label is taken as soon as they are here.");
      return;
    }
    const found = understand(code, catalogue.get(), undefined, new Date().getFullYear());
    if (found.kind === "warehouse") choose(found.warehouse.code);
    else if (found.kind === "bin") choose(catalogue.get().warehouses.get(found.bin.warehouse)?.code ?? "");
    else if (found.kind === "several") {
      // Nothing but a place is meant here.
      const house = found.choices.map((one) => one.found).find((one) => one.kind === "warehouse");
      if (house) choose(house.warehouse.code);
      else setSaid("Scan the label of a place here, or choose a job first.");
    } else setSaid("Scan the label of a place here, or choose a job first.");
  };
  useEffect(() => {
    const code = early.current;
    if (code === undefined || here.warehouses.size === 0) return;
    early.current = undefined;
    take.current(code);
  }, [here]);
  useEffect(() => listen((code) => take.current(code)), []);

  function choose(code: string): void {
    setChosen(code);
    setSaid("");
    void keepNote("place", code);
    goTo(page, { place: code }, "replace");
  }

  return (
    <main className="page">
      <Whose warehouse={place} />
      <Strip />
      <header className="head">
        <h1>{wanted ? `${wanted.title}: where?` : "Scan"}</h1>
        <p className="dim">{who()?.name}</p>
      </header>
      {said !== "" && <p role="alert">{said}</p>}
      {read.state === "reading" && <p role="status">Reading the items: {read.rows} so far.</p>}
      {read.state === "none" && <p role="status">The items were not read yet. This needs a network.</p>}
      <section aria-labelledby="places">
        <h2 id="places">Place</h2>
        <div className="choices">
          {warehouses.map((one) => (
            <button key={one.id} type="button" aria-pressed={one.id === place?.id} onClick={() => choose(one.code)}>
              <b>{one.code}</b> {one.name}
            </button>
          ))}
        </div>
      </section>
      <section aria-labelledby="jobs">
        <h2 id="jobs">Job</h2>
        {jobs.length === 0 && <p>You have no right to move or count goods here.</p>}
        {!place && jobs.length > 0 && <p className="dim">Choose the place first, or scan its label.</p>}
        {place && (
          <ul className="jobs">
            {jobs.map((job) => (
              <li key={job.name}>
                <Link page={job.name} query={{ place: place.code }} className="job">
                  <b>{job.title}</b>
                  <span>{job.about}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <nav className="foot" aria-label="More">
        <Link page="queue">What was sent</Link>
        <Link page="set-up">Set up the scanner</Link>
        <SignOut />
      </nav>
    </main>
  );
}
