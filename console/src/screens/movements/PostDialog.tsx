import type { JSX } from "react";
import { actOnMovement, previewPosting } from "../../api/movementActs";
import type { Movement } from "../../api/movements";
import { ActDialog, useForeseen } from "./ActDialog";
import { calledInside, calledMovement } from "./called";

/** Posts a draft, or approves what waits: stock and books are seen before. */
export function PostDialog({ movement, act, onClose }: { movement: Movement; act: "post" | "approve"; onClose: () => void }): JSX.Element {
  const { id, version } = movement;
  const foreseen = useForeseen([act, id, version], (signal) => previewPosting(act, id, version, signal));
  const called = calledMovement(movement);
  return (
    <ActDialog
      title={`${act === "post" ? "Post" : "Approve"} ${calledInside(movement)}`}
      button={act === "post" ? "Post it" : "Approve it"}
      explains={act === "post" ? "The goods move and the entry is posted, as shown below." : "It is posted as it stands, as shown below, and you are named as the one who approved it."}
      foreseen={foreseen}
      act={(key) => actOnMovement(act, { id, version, key })}
      done={() => `${called} is ${act === "post" ? "posted" : "approved and posted"}.`}
      onClose={onClose}
    />
  );
}
