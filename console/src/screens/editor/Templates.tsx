import { Button, Menu } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import { type Template, useTemplates } from "../../api/entryTemplates";
import { may } from "../../api/session";
import type { Store } from "../../api/store";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { plural } from "../../text/language";
import type { Desk } from "./desk";
import { type Head, isEmptyLine, isFilledLine } from "./draft";
import { KeepTemplate } from "./KeepTemplate";
import { ManageTemplates } from "./ManageTemplates";
import { hindrance, linesOf } from "./templates";

const FOCUS_MS = 30;

/** An entry begins with the lines of a template, or is kept as one. */
export function Templates({
  desk,
  head,
  isNew,
}: {
  desk: Desk;
  head: Store<Head>;
  /** Whether the entry is new: a draft that is changed begins with nothing any more. */
  isNew: boolean;
}): JSX.Element | null {
  const { data: templates = [] } = useTemplates();
  const [dialog, setDialog] = useState<"keep" | "manage">();
  const [opened, setOpened] = useState(false);
  const writes = may("journalEntries:draft");
  const { sheet } = desk;

  function begin(template: Template): void {
    const before = { lines: sheet.everything(), head: head.get() };
    sheet.replace(linesOf(template, desk.books));
    const { description, journal } = before.head;
    head.set({ ...before.head, description: description.trim() || template.description, journal: template.journalId ?? journal });
    const all = sheet.everything();
    const open = all.find((line) => !isEmptyLine(line) && !isFilledLine(line));
    // The menu gives the focus back first.
    setTimeout(() => desk.focus((open ?? all[0])?.id ?? 0, open ? "debit" : "account"), FOCUS_MS);
    say(`The entry begins with “${template.name}”`, {
      title: "Undo",
      run: () => {
        sheet.replace(before.lines);
        head.set(before.head);
      },
    });
  }

  const canKeep = writes ? undefined : "Your roles keep no templates";
  useActions([
    ...(isNew ? templates : []).map((one) => ({ id: `template ${one.id}`, title: `Start from the template “${one.name}”`, words: "template begin", run: () => begin(one) })),
    { id: "template-keep", title: "Keep the entry as a template", words: "save template", disabled: canKeep, run: () => setDialog("keep") },
  ]);
  if (!writes && (!isNew || templates.length === 0)) return null;
  const why = opened ? hindrance(sheet.everything()) : undefined;
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconTemplate size={16} stroke={1.5} aria-hidden />}>
            Templates
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="editor-templates">
          {isNew && <Menu.Label>{templates.length > 0 ? "Start from a template" : "None yet. A template is lines to begin with."}</Menu.Label>}
          {isNew &&
            templates.map((one) => (
              <Menu.Item key={one.id} onClick={() => begin(one)} rightSection={<span className="dim">{linesIn(one)}</span>}>
                <span dir="auto">{one.name}</span>
              </Menu.Item>
            ))}
          {writes && isNew && <Menu.Divider />}
          {writes && (
            <Menu.Item disabled={why !== undefined} onClick={() => setDialog("keep")}>
              {why ?? "Keep as a template…"}
            </Menu.Item>
          )}
          {writes && templates.length > 0 && <Menu.Item onClick={() => setDialog("manage")}>Rename or delete templates…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === "keep" && (
        <KeepTemplate draft={{ head: head.get(), lines: sheet.everything() }} books={desk.books} templates={templates} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "manage" && <ManageTemplates templates={templates} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** `2 lines` */
export const linesIn = ({ lines }: Template): string => `${lines.length} ${plural(lines.length, "line", "lines")}`;
