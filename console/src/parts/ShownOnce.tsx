import { Button, Modal } from "@mantine/core";
import type { JSX, ReactNode } from "react";
import { Copy } from "./Copy";
import "./shown-once.css";

/** What the service tells once and never again: it stays until somebody says that they have it. */
export function ShownOnce({
  title,
  rows,
  children,
  onClose,
}: {
  title: string;
  rows: readonly { label: string; value: string }[];
  /** What it is for, and what to do with it. */
  children: ReactNode;
  onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false}>
      <div className="shown-once">
        {children}
        <dl>
          {rows.map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd>
                <code>{row.value}</code> <Copy text={row.value} what={row.label.toLowerCase()} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="strong">It is not shown again.</p>
        <p>
          <Button onClick={onClose} data-autofocus>
            I have it
          </Button>
        </p>
      </div>
    </Modal>
  );
}
