import { Button, Modal } from "@mantine/core";
import type { FormEvent, JSX, ReactNode } from "react";
import { useActions } from "../app/actions";
import { Conflict } from "./Conflict";
import { Moment } from "./Moment";
import { Refusal } from "./Refusal";
import "./record.css";
import type { RecordForm } from "./useRecordForm";

/** A dialog that makes or changes a record: its fields, what stands in the way, and what was left unsent before. */
export function RecordDialog<Form extends object>({
  title,
  record,
  onClose,
  size = "lg",
  disabled,
  children,
}: {
  title: string;
  record: RecordForm<Form>;
  onClose: () => void;
  size?: "md" | "lg" | "xl";
  /** Why it cannot be saved yet. */
  disabled?: string | undefined;
  children: ReactNode;
}): JSX.Element {
  const { problem, ways, clash, unsent } = record;
  const why = record.isUndecided ? "Choose a value above first." : disabled;
  const save = (): void => {
    if (why === undefined) void record.save();
  };
  useActions([
    { id: "record-save", title: "Save", keys: "mod+enter", whileTyping: true, disabled: why, run: save },
    { id: "record-close", title: "Close", keys: "esc", quiet: true, run: onClose },
  ]);
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ "aria-label": "Close" }}>
      <form
        className="record-form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save();
        }}
      >
        {unsent.offered && (
          <p className="record-offer" role="status">
            <span>
              This form was left unsent <Moment at={new Date(unsent.offered.at).toISOString()} />.
            </span>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                const kept = unsent.takeUp();
                if (kept) record.put(kept);
              }}
            >
              Take it up
            </Button>
            <Button variant="default" size="compact-sm" onClick={unsent.throwAway}>
              Throw it away
            </Button>
          </p>
        )}
        {problem && <Refusal problem={problem} onWay={ways.go} />}
        {ways.part}
        {clash && <Conflict clashes={clash.clashes} taken={clash.taken} onChoose={record.choose} />}
        {children}
        <div className="record-form-end">
          {why !== undefined && (
            <span id="record-why" className="dim">
              {why}
            </span>
          )}
          <Button
            variant="default"
            onClick={() => {
              unsent.done();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" loading={record.isSaving} disabled={why !== undefined} aria-describedby={why ? "record-why" : undefined}>
            Save <kbd>Ctrl ⏎</kbd>
          </Button>
        </div>
      </form>
    </Modal>
  );
}
