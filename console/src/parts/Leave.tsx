import { Button, Modal } from "@mantine/core";
import type { JSX } from "react";
import "./refusal.css";

/** Asks before a form is left in which something was typed. */
export function Leave({
  what,
  onStay,
  onKeep,
  onDiscard,
}: {
  /** What is left: `entry`. */
  what: string;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}): JSX.Element {
  return (
    <Modal opened onClose={onStay} title={`Leave this ${what}?`}>
      <p>What you typed has not been sent. It can stay on this device for 14 days, and is offered again when you come back.</p>
      <p className="refusal-ways" data-apart>
        <Button data-autofocus onClick={onKeep}>
          Leave and keep it
        </Button>
        <Button variant="default" onClick={onStay}>
          Stay
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          Throw it away
        </Button>
      </p>
    </Modal>
  );
}
