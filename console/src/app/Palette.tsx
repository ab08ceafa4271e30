import { Modal, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { answer, api } from "../api/client";
import { may } from "../api/session";
import type { components } from "../api/schema";
import { useStore } from "../api/store";
import { describeChord } from "../text/chords";
import { reportsFor } from "../screens/reports/all";
import { useMemberships } from "../screens/reports/organizations";
import { PARTS, mayRead } from "../screens/settings/chapters";
import { useAmounts } from "../parts/Amount";
import { formatDay } from "../text/day";
import { rank } from "../text/search";
import { type Action, actions } from "./actions";
import { CHAPTERS } from "./nav";
import { isMac } from "./platform";
import { typedAhead } from "./typedAhead";
import "./palette.css";

type SearchHit = components["schemas"]["SearchHit"];

/** Records that are asked for. */
const MOST = 8;

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
  useEffect(() => typedAhead.follow(setTyped), []);
  const list = useId();
  const doable = useStore(actions);
  const records = useRecords(typed.trim());
  const memberships = useMemberships();
  const navigate = useNavigate();
  const found = useMemo(() => {
    // Settings stand last: their words are many, and records are asked for more often.
    const chapters = typed.trim() === "" ? [] : settingsChapters((chapter) => void navigate({ to: "/settings/$chapter", params: { chapter } }));
    const reports = typed.trim() === "" || !may("reports:read") ? [] : reportPlaces(memberships.length, (to) => void navigate({ to }));
    return [...verbs(doable.toReversed().flat(), typed), ...verbs(reports, typed), ...records, ...verbs(chapters, typed)];
  }, [doable, typed, records, memberships.length, navigate]);
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
        onFocus={() => typedAhead.end()}
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
            <span className="palette-hint dim" title={one.hint}>{one.disabled ?? one.hint ?? one.group}</span>
            {one.keys && <kbd>{describeChord(one.keys, isMac)}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="palette-none dim">Nothing is called “{typed}”. Try a number, a name or a verb.</p>}
    </Modal>
  );
}

/** The reports that no place in the column on the left leads to. */
function reportPlaces(organizations: number, open: (to: string) => void): Action[] {
  const own = new Set(CHAPTERS.flatMap((chapter) => chapter.places.map((place) => place.to)));
  return reportsFor(organizations).flatMap((chapter) => chapter.reports)
    .filter((one) => !own.has(one.to))
    .map(({ to, name, what }) => ({ id: `report ${to}`, title: `Report: ${name}`, words: what, run: () => open(to) }));
}

/** The chapters of the settings that the caller may see. */
function settingsChapters(open: (chapter: string) => void): Action[] {
  return PARTS.flatMap((part) => part.chapters.filter(mayRead)).map(({ id, title, words }) => ({
    id: `settings ${id}`,
    title: `Settings: ${title}`,
    ...(words !== undefined && { words }),
    run: () => open(id),
  }));
}

function verbs(list: readonly Action[], typed: string): Found[] {
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

/** Where each kind of record has its screen; of those that are missing here, the palette tells nothing. */
const SCREENS: Partial<Record<SearchHit["kind"], { name: string; to: (hit: SearchHit) => string }>> = {
  account: { name: "Account", to: (hit) => `/accounts/${codeOf(hit)}` },
  party: { name: "Party", to: (hit) => `/open-items?party=${hit.id}` },
  item: { name: "Item", to: (hit) => `/items/${codeOf(hit)}` },
  warehouse: { name: "Warehouse", to: (hit) => `/places/${codeOf(hit)}` },
  journalEntry: { name: "Entry", to: (hit) => `/journal/${codeOf(hit)}` },
  movement: { name: "Movement", to: (hit) => `/movements/${hit.id}` },
  count: { name: "Count", to: (hit) => `/counts/${hit.id}` },
};

/** Addresses are readable: they have the code or the number where there is one. */
const codeOf = (hit: SearchHit): string => encodeURIComponent(hit.subtitle ?? hit.id);

/** Records by their numbers, codes, names and words, of those that the caller may read. */
function useRecords(typed: string): Found[] {
  const navigate = useNavigate();
  const { data } = useQuery<SearchHit[]>({
    queryKey: ["palette", typed],
    enabled: typed.length >= 2,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => (await answer(api.GET("/api/v1/search", { params: { query: { q: typed, limit: MOST } }, signal }))).data,
  });
  const write = useAmounts();
  if (typed.length < 2) return [];
  return (data ?? []).flatMap((hit) => {
    const screen = SCREENS[hit.kind];
    if (!screen) return [];
    const state = hit.status && hit.status !== "active" && statusInWords(hit.status);
    const amount = hit.amount && [hit.currency, write(hit.amount)].filter(Boolean).join(" ");
    const hint = [screen.name, hit.date && formatDay(hit.date), amount, state, whyFound(hit, write)].filter(Boolean).join(" · ");
    const found: Found = { id: hit.id, group: screen.name, title: [hit.subtitle, hit.title].filter(Boolean).join(" "), hint, run: () => void navigate({ href: screen.to(hit) }) };
    if (hit.kind !== "party" || !may("reports:read")) return [found];
    const statement: Found = { ...found, id: `${hit.id} statement`, hint: "Statement of account", run: () => void navigate({ href: `/reports/party-statement?party=${hit.id}` }) };
    return [found, statement];
  });
}

/** Where the text was found, if what is shown of the record does not have it. */
function whyFound({ matched: { field, text }, title, subtitle, amount }: SearchHit, write: (value: string) => string): string | undefined {
  if (text === title || text === subtitle || text === amount) return undefined;
  if (field === "lines") return `a line of ${write(text)}`;
  return FOUND_IN[field] === undefined ? text : `${FOUND_IN[field]} ${text}`;
}

/** Fields whose texts do not say what they are. */
const FOUND_IN: Record<string, string | undefined> = { externalId: "came as", reference: "reference", gtin: "GTIN" };

/** `pendingApproval` as `pending approval`. */
const statusInWords = (status: string): string => status.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
