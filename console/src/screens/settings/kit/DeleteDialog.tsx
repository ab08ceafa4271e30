import type { JSX } from "react";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { say } from "../../../app/toasts";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";
import { type Noun, pathOf } from "./noun";
import { tell } from "./RecordDialog";

/** Deletes a record after saying what that means. Where it is refused, the service's ways out stand below. */
export function DeleteDialog<View, Form extends object>({
  noun,
  record,
  onDone,
  onClose,
}: {
  noun: Noun<View, Form>;
  record: View;
  onDone: () => void;
  onClose: () => void;
}): JSX.Element {
  return (
    <ActDialog
      title={`Delete ${noun.titleOf(record)}`}
      act="Delete"
      means={noun.deleting}
      reason="none"
      run={async ({ key }) => {
        const { isProposed } = await ask("DELETE", pathOf(noun, record), { key, version: noun.versionOf(record) });
        if (isProposed) tell(noun, { record, isProposed });
        else say(`The ${noun.one} is deleted.`);
      }}
      onDone={() => {
        void touched(noun.subject, ...(noun.touches ?? []));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
