// What is typed between opening the search and the moment its field has the focus: it is loaded when it is first opened.

/** Letters that wait for their field. */
export class TypedAhead {
  private text = "";
  private isOn = false;
  private listener: ((text: string) => void) | undefined;

  constructor(private readonly target: Pick<EventTarget, "addEventListener" | "removeEventListener">) {}

  /** From now on letters are kept, wherever the focus is. */
  begin(): void {
    if (this.isOn) return;
    this.isOn = true;
    this.text = "";
    this.target.addEventListener("keydown", this.hear, { capture: true });
  }

  /** The field shows what was typed so far, and what is typed until it has the focus. */
  follow(listener: (text: string) => void): () => void {
    this.listener = listener;
    listener(this.text);
    return () => (this.listener = undefined);
  }

  /** The field has the focus, or nobody wants it any more. */
  end(): void {
    this.isOn = false;
    this.target.removeEventListener("keydown", this.hear, { capture: true });
  }

  private readonly hear = (event: Event): void => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    if (!this.isOn || isComposing || ctrlKey || metaKey || altKey) return;
    if (key === "Escape" && !this.listener) this.end();
    if (key.length === 1) this.text += key;
    else if (key === "Backspace") this.text = this.text.slice(0, -1);
    else if (key !== "Enter") return;
    // Nothing else of the page may take it for a key of its own.
    event.preventDefault();
    event.stopPropagation();
    this.listener?.(this.text);
  };
}

/** That of this page. */
export const typedAhead = new TypedAhead(typeof window === "undefined" ? new EventTarget() : window);
