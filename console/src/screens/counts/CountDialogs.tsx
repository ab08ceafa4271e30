import { Checkbox, Textarea } from "@mantine/core";
import { type JSX, useRef, useState } from "react";
import { type Count, type CountLine, actOnCount, calledCount, endCount, previewCount, submitCount } from "../../api/counts";
import { ActDialog, useForeseen } from "../movements/ActDialog";
import { foundNow } from "./sheet";
import { plural } from "../../text/language";

interface Props {
  count: Count;
  onClose: () => void;
}

/** Lines that are named; there can be thousands. */
const NAMED = 8;

/** The counting is over. Lines without a quantity are said before, and whether nothing is there. */
export function SubmitDialog({ count, lines, unknown, onClose, onUncounted }: Props & { lines: readonly CountLine[]; unknown: number; onUncounted: () => void }): JSX.Element {
  const [asZero, setAsZero] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const open = lines.filter((line) => foundNow(line, count) === null);
  // What was counted before it was sent back stays, also where who counts does not see it.
  const isRecount = count.sentBackAt !== null;
  const uncounted = isRecount ? [] : open;
  const isReady = uncounted.length === 0 || asZero;
  return (
    <ActDialog
      title={`Submit ${calledCount(count).replace(/^Count/, "count")}`}
      button="Submit"
      explains={
        open.length === 0
          ? "Every line has a quantity. Differences beyond what is tolerated are to be approved."
          : "Differences beyond what is tolerated are to be approved."
      }
      foreseen={{ error: undefined }}
      fault={() => {
        if (isReady) return undefined;
        box.current?.focus();
        return "uncounted";
      }}
      act={(key) => submitCount({ id: count.id, version: count.version, key }, asZero)}
      done={() => `${calledCount(count)} is submitted.`}
      onClose={onClose}
    >
      {isRecount && open.length > 0 && (
        <p className="dim">{plural(open.length, "1 line was not counted again and keeps its quantity.", `${open.length} lines were not counted again and keep their quantity.`)}</p>
      )}
      {uncounted.length > 0 && (
        <>
          <p>
            {plural(uncounted.length, "1 line has", `${uncounted.length} lines have`)} no quantity: {uncounted.slice(0, NAMED).map((line) => line.sku).join(", ")}
            {uncounted.length > NAMED && "…"}{" "}
            <button
              type="button"
              className="lines-more"
              onClick={() => {
                onUncounted();
                onClose();
              }}
            >
              Show them
            </button>
          </p>
          <Checkbox
            ref={box}
            data-autofocus
            label="Nothing is there: count them as 0"
            checked={asZero}
            onChange={(event) => setAsZero(event.currentTarget.checked)}
          />
        </>
      )}
      {unknown > 0 && <p>{plural(unknown, "1 unknown code is", `${unknown} unknown codes are`)} still in the list: what they are is in no line.</p>}
    </ActDialog>
  );
}

/** Posts the differences: the stock and the entry that come of it are seen before. */
export function PostCountDialog({ count, onClose }: Props): JSX.Element {
  const { id, version } = count;
  const foreseen = useForeseen(["count", id, version], (signal) => previewCount(id, version, signal));
  return (
    <ActDialog
      title={`Post ${calledCount(count).replace(/^Count/, "count")}`}
      button="Post"
      explains={
        foreseen.data && foreseen.data.stock.length === 0
          ? "Everything was found as expected: no movement and no entry are posted."
          : "The differences are posted as of the instant of the count, as shown below."
      }
      foreseen={foreseen}
      act={(key) => actOnCount("post", { id, version, key })}
      done={() => `${calledCount(count)} is posted.`}
      onClose={onClose}
    />
  );
}

/** Sends a count back to be counted again, or gives it up; both say why. */
export function EndDialog({ count, act, marked, onClose }: Props & { act: "send-back" | "cancel"; marked: readonly CountLine[] }): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState(() => (act === "send-back" && marked.length > 0 ? `Count again: ${marked.map(calledLine).join(", ")}`.slice(0, 500) : ""));
  const [fault, setFault] = useState<string>();
  const called = calledCount(count);
  const isBack = act === "send-back";
  return (
    <ActDialog
      title={`${isBack ? "Count again:" : "Give up"} ${called.replace(/^Count/, "count")}`}
      button={isBack ? "Send it back" : "Give it up"}
      isGrave
      explains={
        isBack
          ? "It is open again. Who counts sees your reason; what is not counted again keeps its quantity."
          : "Nothing is posted. All that was counted stays readable, and another count can have these goods."
      }
      foreseen={{ error: undefined }}
      reason={reason}
      fault={() => {
        if (reason.trim()) return undefined;
        setFault(isBack ? "Say what is to be counted again." : "Say why it is given up.");
        field.current?.focus();
        return "reason";
      }}
      act={(key) => endCount(act, { id: count.id, version: count.version, key }, reason.trim())}
      done={() => `${called} is ${isBack ? "to be counted again" : "given up"}.`}
      onClose={onClose}
    >
      <Textarea
        ref={field}
        data-autofocus
        label="Reason"
        placeholder={isBack ? "the second shelf was forgotten" : "another count includes it"}
        value={reason}
        error={fault}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setFault(undefined);
        }}
      />
    </ActDialog>
  );
}

const calledLine = (line: CountLine): string => [line.sku, line.locationCode && `in ${line.locationCode}`, line.lotNumber && `lot ${line.lotNumber}`].filter(Boolean).join(" ");
