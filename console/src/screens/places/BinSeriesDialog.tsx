import { TextInput } from "@mantine/core";
import { Fragment, type JSX, useRef, useState } from "react";
import { newKey } from "../../api/key";
import { makeLocation } from "../../api/places";
import { asProblem, type Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import type { Location } from "../../api/warehouses";
import { say } from "../../app/toasts";
import "../../parts/record.css";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import "../close/close.css";
import { Dialog } from "../close/Dialog";
import { BinFields, type BinForm } from "./BinDialog";
import { seriesOf } from "./series";
import { ACTIVITIES } from "./words";
import { plural } from "../../text/language";

/** Makes a row of bins by its first and its last code, one after another; those that are there already are passed over. */
export function BinSeriesDialog({ warehouseId, known, zoneId, onClose }: { warehouseId: string; known: readonly Location[]; zoneId: string | null; onClose: () => void }): JSX.Element {
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const [form, setForm] = useState<Pick<BinForm, "kind" | "parentId" | "activities">>({
    kind: "bin",
    parentId: zoneId,
    activities: Object.keys(ACTIVITIES) as Location["activities"],
  });
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const keys = useRef(new Map<string, string>());
  const isLeft = useRef(false);
  const ways = useWays({ again: { title: "Go on", run: () => void make() } });
  const series = first.trim() !== "" && last.trim() !== "" ? seriesOf(first, last) : undefined;
  const codes = series?.ok ? series.codes : [];
  const there = new Set(known.map((one) => one.code));
  const wanted = codes.filter((code) => !there.has(code) && !made.has(code));
  const passed = codes.filter((code) => there.has(code) && !made.has(code)).length;
  const why = series === undefined ? "The first and the last code make the row." : !series.ok ? series.message : wanted.length === 0 ? "All of them are there already." : undefined;

  async function make(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    ways.clear();
    let count = 0;
    try {
      for (const code of wanted) {
        if (isLeft.current) break;
        const key = keys.current.get(code) ?? newKey();
        keys.current.set(code, key);
        await makeLocation(warehouseId, { code, ...form }, key);
        count += 1;
        setMade((before) => new Set(before).add(code));
      }
      say(plural(count, "One bin is made", `${count} bins are made`));
      if (!isLeft.current) onClose();
    } catch (error) {
      keys.current.clear();
      setProblem(asProblem(error));
      setBusy(false);
    } finally {
      void touched("stock");
    }
  }

  return (
    <Dialog
      title="A row of bins"
      act={wanted.length > 0 ? `Make ${plural(wanted.length, "one bin", `${wanted.length} bins`)}` : "Make them"}
      busy={isBusy}
      disabled={why}
      onAct={() => void make()}
      onClose={() => {
        isLeft.current = true;
        onClose();
      }}
      size="lg"
    >
      <div className="record-form">
        <div className="record-form-pair">
          <TextInput label="First" placeholder="A-01" value={first} data-autofocus maxLength={40} autoComplete="off" disabled={isBusy} onChange={(event) => setFirst(event.currentTarget.value.toUpperCase())} />
          <TextInput label="Last" placeholder="A-20" value={last} maxLength={40} autoComplete="off" disabled={isBusy} error={series && !series.ok ? series.message : undefined} onChange={(event) => setLast(event.currentTarget.value.toUpperCase())} />
        </div>
        <BinFields form={form} known={known} fault={() => undefined} withKind={false} onChange={(change) => setForm((before) => ({ ...before, ...change }))} />
        {codes.length > 0 && (
          <div>
            <p>
              {plural(wanted.length, "One bin", `${wanted.length} bins`)} will be made{passed > 0 && `; ${passed} ${plural(passed, "is", "are")} there already`}.
            </p>
            <p className="series-codes" tabIndex={0} role="group" aria-label="Codes of the bins">
              {codes.map((code, at) => (
                <Fragment key={code}>
                  <span className={wanted.includes(code) ? undefined : "dim"}>{code}</span>
                  {at < codes.length - 1 && ", "}
                </Fragment>
              ))}
            </p>
          </div>
        )}
        <p role="status" className={isBusy || made.size > 0 ? undefined : "spoken"}>
          {isBusy || made.size > 0 ? `${made.size} of ${made.size + wanted.length} made` : ""}
        </p>
        {problem && <Refusal problem={problem} onWay={ways.go} />}
        {ways.part}
      </div>
    </Dialog>
  );
}
