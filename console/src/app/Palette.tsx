import { Modal, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, type KeyboardEvent, useId, useMemo, useState } from "react";
import { findAccounts, useChart } from "../api/accounts";
import { answer, api } from "../api/client";
import { may } from "../api/session";
import { useStore } from "../api/store";
import { describeChord } from "../text/chords";
import { formatDay } from "../text/day";
import { rank } from "../text/search";
import { actions } from "./actions";
import { isMac } from "./platform";
import "./palette.css";

interface Found {
  id: string;
  group: string;
  title: string;
  hint?: string | undefined;
  keys?: string | undefined;
  disabled?: string | undefined;
  run: () => void;
}

/** Everything that can be done and found, from one line of text. */
export function Palette({ onClose }: { onClose: () => void }): JSX.Element {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const doable = useStore(actions);
  const records = useRecords(typed.trim());
  const found = useMemo(() => [...verbs(doable.toReversed().flat(), typed), ...records], [doable, typed, records]);
  const chosen = Math.min(at, found.length - 1);

  function run(one: Found | undefined): void {
    if (!one || one.disabled) return;
    onClose();
    one.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      run(found[chosen]);
    }
  }

  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="lg" padding={0} attributes={{ content: { "aria-label": "Search or do" } }}>
      <TextInput
        data-autofocus
        variant="unstyled"
        className="palette-input"
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        placeholder="An action, a number, an account, a customer…"
        aria-label="Search or do"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[chosen] ? `${list}-${chosen}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label="Found" className="palette-list">
        {found.map((one, index) => (
          <li
            key={one.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            aria-disabled={Boolean(one.disabled)}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => run(one)}
          >
            <span className="palette-title">{one.title}</span>
            <span className="dim">{one.disabled ?? one.hint ?? one.group}</span>
            {one.keys && <kbd>{describeChord(one.keys, isMac)}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="palette-none dim">Nothing is called “{typed}”. Try a number, a name or a verb.</p>}
    </Modal>
  );
}

function verbs(list: ReturnType<typeof actions.get>[number], typed: string): Found[] {
  const named = list.filter((one) => !one.quiet);
  const shown = typed.trim()
    ? rank(
        named.map((one) => ({ code: "", name: one.title, path: one.words ?? "", one })),
        typed,
      ).map((hit) => hit.one)
    : named;
  return shown.map((one) => ({
    id: one.id,
    group: "",
    title: one.title,
    keys: one.keys,
    disabled: one.disabled,
    run: one.run,
  }));
}

/** Records of the books by their numbers, codes and names. */
function useRecords(typed: string): Found[] {
  const navigate = useNavigate();
  const chart = useChart();
  const { data } = useQuery<Found[]>({
    queryKey: ["palette", typed],
    enabled: typed.length >= 2,
    placeholderData: (before) => before,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const query = { q: typed, limit: 5 };
      // One part that is slow or refused does not keep the others away.
      const part = async (right: Parameters<typeof may>[0], read: () => Promise<Found[]>): Promise<Found[]> =>
        may(right) ? read().catch(() => []) : [];
      const parts = await Promise.all([
        part("journalEntries:read", async () => {
          const page = await answer(api.GET("/api/v1/accounting/journal-entries", { params: { query }, signal }));
          return page.data.map((entry) => ({
            id: entry.id,
            group: "Entry",
            title: `${entry.number ?? "Draft"} ${entry.description}`,
            hint: `${formatDay(entry.date)} · ${entry.status}`,
            run: () => void navigate({ to: "/journal/$entry", params: { entry: entry.number ?? entry.id } }),
          }));
        }),
        part("items:read", async () => {
          const page = await answer(api.GET("/api/v1/inventory/items", { params: { query }, signal }));
          return page.data.map((item) => ({
            id: item.id,
            group: "Item",
            title: `${item.sku} ${item.name}`,
            hint: item.isActive ? "item" : "item · inactive",
            run: () => void navigate({ to: "/items/$item", params: { item: item.sku } }),
          }));
        }),
      ]);
      return parts.flat();
    },
  });
  const accounts = useMemo(
    () =>
      findAccounts(chart, typed, true).map((account) => ({
        id: account.id,
        group: "Account",
        title: `${account.code} ${account.name}`,
        run: () => void navigate({ to: "/accounts/$account", params: { account: account.code } }),
      })),
    [chart, typed, navigate],
  );
  return typed.length >= 2 ? [...accounts, ...(data ?? [])] : [];
}
