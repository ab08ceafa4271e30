import { Checkbox, NativeSelect } from "@mantine/core";
import type { JSX } from "react";
import { useStore } from "../../../api/store";
import { type Settings, settings } from "../../../app/settings";
import { today } from "../../../app/today";
import { Amount } from "../../../parts/Amount";
import { formatDay } from "../../../text/calendar";
import { ChapterHead } from "../kit/ChapterHead";
import "../people/people.css";
import { KeptForms } from "./KeptForms";

const LOCALES = [
  ["en-GB", "1,234.50"],
  ["de-DE", "1.234,50"],
  ["fr-FR", "1 234,50"],
  ["de-CH", "1’234.50"],
  ["en-IN", "12,34,567.50"],
] as const;

/** How the caller sees and types things: taken at once here, and kept for their other devices. */
export function StyleChapter(): JSX.Element {
  const chosen = useStore(settings);
  const choose = (change: Partial<Settings>): void => settings.set({ ...settings.get(), ...change });
  const known = LOCALES.some(([locale]) => locale === chosen.locale);
  return (
    <div className="person">
      <ChapterHead />
      <section aria-label="Look" className="style-choices">
        <h2>Look</h2>
        <NativeSelect
          label="Colours"
          value={chosen.scheme}
          data={[
            { value: "auto", label: "as the system has them" },
            { value: "light", label: "light" },
            { value: "dark", label: "dark" },
          ]}
          onChange={(event) => choose({ scheme: event.currentTarget.value as Settings["scheme"] })}
        />
        <Checkbox
          label="Higher rows"
          description="More room between the lines of lists."
          checked={chosen.density === "calm"}
          onChange={(event) => choose({ density: event.currentTarget.checked ? "calm" : "compact" })}
        />
        <Checkbox
          label="Plain tables, page by page"
          description="For readers of screens, and for whoever searches in the page: real rows instead of a window."
          checked={chosen.plainTables}
          onChange={(event) => choose({ plainTables: event.currentTarget.checked })}
        />
      </section>
      <section aria-label="Numbers and days" className="style-choices">
        <h2>Numbers and days</h2>
        <NativeSelect
          label="Numbers are written"
          value={chosen.locale}
          data={[...(known ? [] : [{ value: chosen.locale, label: `as the browser has it (${chosen.locale})` }]), ...LOCALES.map(([value, label]) => ({ value, label }))]}
          onChange={(event) => choose({ locale: event.currentTarget.value })}
        />
        <NativeSelect
          label="Below zero"
          value={chosen.negative}
          data={[
            { value: "minus", label: "with a minus" },
            { value: "parentheses", label: "in parentheses" },
          ]}
          onChange={(event) => choose({ negative: event.currentTarget.value as Settings["negative"] })}
        />
        <NativeSelect
          label="Days are typed"
          value={chosen.dayOrder}
          data={[
            { value: "auto", label: "as your language and these books have it" },
            { value: "dmy", label: "day, month, year: 28.2.2010" },
            { value: "mdy", label: "month, day, year: 2/28/2010" },
            { value: "ymd", label: "year, month, day: 2010-02-28" },
          ]}
          onChange={(event) => choose({ dayOrder: event.currentTarget.value as Settings["dayOrder"] })}
        />
        <p>
          So it reads: <Amount value="1234567.50" /> and <Amount value="-1234.50" />, on {formatDay(today())}.
        </p>
      </section>
      <section aria-label="Keys" className="style-choices">
        <h2>Keys</h2>
        <Checkbox
          label="Single letters are keys"
          description="Off, only those with Ctrl and the like act: for who dictates, or types without looking. ? lists them."
          checked={chosen.letters}
          onChange={(event) => choose({ letters: event.currentTarget.checked })}
        />
      </section>
      <KeptForms />
    </div>
  );
}
