import { Button, Modal } from "@mantine/core";
import { type FormEvent, type JSX, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import "../../parts/refusal.css";

/** The id of the one main button of the screen: the focus goes there when what opened a dialog is gone. */
export const MAIN = "close-main";

/**
 * A dialog with one act: what it means, a form, and its two buttons. Enter and Ctrl Enter act, Escape leaves. The focus
 * returns to where it was, or goes to the next act where that is gone.
 */
export function Dialog({
  title,
  act,
  busy = false,
  disabled,
  onAct,
  onClose,
  size = "md",
  children,
}: {
  title: string;
  /** What the button says; absent where there is nothing to do. */
  act?: string | undefined;
  busy?: boolean;
  /** Why it cannot be done yet. */
  disabled?: string | undefined;
  onAct?: (() => void) | undefined;
  onClose: () => void;
  size?: "md" | "lg" | "xl";
  children: ReactNode;
}): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  useFocusBack();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && disabled === undefined) onAct?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size} returnFocus={false} closeButtonProps={{ "aria-label": "Leave" }}>
      <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} className="close-dialog">
        {children}
        <div className="refusal-ways">
          {act !== undefined && (
            <Button type="submit" loading={busy} disabled={disabled !== undefined} aria-describedby={disabled ? "dialog-why" : undefined}>
              {act}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {act === undefined ? "Done" : "Cancel"}
          </Button>
          {disabled && (
            <span id="dialog-why" className="dim">
              {disabled}
            </span>
          )}
        </div>
      </form>
    </Modal>
  );
}

/** For a day in a dialog: Enter reads it, and what that changes is looked at before the act. */
export function readOnly(event: KeyboardEvent): void {
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

function useFocusBack(): void {
  const before = useRef<Element>(null);
  before.current ??= document.activeElement;
  useEffect(() => {
    const from = before.current;
    return () => {
      // After the dialog and what it changed have been drawn.
      setTimeout(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const isThere = from instanceof HTMLElement && from.isConnected && !from.matches(":disabled") && from !== document.body;
        (isThere ? from : document.getElementById(MAIN))?.focus();
      }, 50);
    };
  }, []);
}
