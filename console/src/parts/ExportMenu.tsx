import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import { type Asked, openPrint, saveDocument } from "../api/documents";
import { Problem } from "../api/problem";
import { useActions } from "../app/actions";
import { say } from "../app/toasts";

/** What is on the screen, as a file or for paper: with the same filters, whole and not by pages. */
export function ExportMenu({
  path,
  asked,
  disabled,
  keys,
}: {
  /** Below `/api/v1`: `/accounting/open-items`. */
  path: string;
  asked: Asked;
  /** Why there is nothing to export now. */
  disabled?: string | undefined;
  /** The key that opens it, on screens where that is free. */
  keys?: string | undefined;
}): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const [opened, setOpened] = useState(false);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    work()
      .catch((problem: unknown) => say(problem instanceof Problem ? `Not exported: ${problem.message}` : "Not exported: try again"))
      .finally(() => setBusy(false));
  };
  const ways = [
    { id: "export-csv", title: "Save as CSV", run: () => run(() => saveDocument(path, asked, "csv")) },
    { id: "export-xlsx", title: "Save as Excel file", run: () => run(() => saveDocument(path, asked, "xlsx")) },
    { id: "export-print", title: "Print", run: () => run(() => openPrint(path, asked)) },
  ];
  useActions([
    ...ways.map((way) => ({ ...way, words: "export download csv xlsx excel pdf paper", disabled })),
    ...(keys ? [{ id: "export", title: "Export", keys, disabled, quiet: true, run: () => setOpened(true) }] : []),
  ]);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          loading={isBusy}
          disabled={disabled !== undefined}
          title={disabled}
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
        >
          Export {keys && <kbd>{keys}</kbd>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map((way) => (
          <Menu.Item key={way.id} onClick={way.run}>
            {way.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
