import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import type { Desk } from "./desk";
import type { Act } from "./save";
import { plural } from "../../text/language";

/** What can be done in the editor by keys and in the palette. */
export function useEditorActions({
  desk,
  act,
  main,
  leave,
  hindrance: disabled,
}: {
  desk: Desk;
  act: (what: Act) => void;
  main: Act;
  leave: () => void;
  /** Why nothing can be sent now. */
  hindrance: string | undefined;
}): void {
  const remove = (): void => {
    const gone = desk.removeLines();
    if (gone) say(plural(gone.count, "Line removed", `${gone.count} lines removed`), { title: "Undo", run: gone.undo });
  };
  useActions([
    { id: "entry-main", title: main === "post" ? "Post the entry" : "Save the draft", keys: "mod+enter", whileTyping: true, disabled, run: () => act(main) },
    { id: "entry-draft", title: "Save as a draft", keys: "mod+s", whileTyping: true, disabled, quiet: main === "draft", run: () => act("save") },
    { id: "entry-submit", title: "Submit for approval", words: "approve", disabled, run: () => act("submit") },
    { id: "entry-fill", title: "Fill down: from the line above, or into marked lines", keys: "mod+d", whileTyping: true, quiet: true, disabled, run: () => desk.fillDown() },
    { id: "entry-remove", title: "Remove the line, or the marked ones", keys: "mod+backspace", whileTyping: true, quiet: true, disabled, run: remove },
    { id: "entry-leave", title: "Leave the entry", keys: "esc", quiet: true, leavesForm: true, run: leave },
  ]);
}
