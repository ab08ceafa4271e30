import { Button, Modal } from "@mantine/core";
import type { JSX } from "react";

/** Asks before an entry is left in which something was typed. */
export function Leave({ onStay, onKeep, onDiscard }: { onStay: () => void; onKeep: () => void; onDiscard: () => void }): JSX.Element {
  return (
    <Modal opened onClose={onStay} title="Leave this entry?">
      <p>What you typed has not been sent. It can stay on this device for 14 days, and is offered again when you come back.</p>
      <p className="entry-ways">
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
