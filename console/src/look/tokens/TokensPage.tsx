import "../mantine-parts";
import "../mantine.css";
import { Button, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { queries } from "../../api/queries";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { schemeManager } from "../../app/scheme";
import { theme } from "../../app/theme";
import { coloursOf, contrast, pairsOf, THEMES, type Theme } from "./contrast";
import { Parts } from "./Parts";
import "./tokens-page.css";

/** Every token of the look, and every part in its states: what a change of the look is judged by. Of builds for development alone. */
export function TokensPage(): JSX.Element {
  const { scheme } = useStore(settings);
  const shown = document.documentElement.getAttribute("data-mantine-color-scheme");
  return (
    <MantineProvider theme={theme} colorSchemeManager={schemeManager} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <main className="tokens">
          <header className="tokens-head">
            <h1>The look, token by token</h1>
            {THEMES.map((one) => (
              <Button key={one} variant="default" aria-pressed={shown === one} onClick={() => settings.set({ ...settings.get(), scheme: one })}>
                {one === "light" ? "Light" : "Dark"}
              </Button>
            ))}
          </header>
          {THEMES.map((one) => (
            <ColoursOf key={`${one} ${scheme}`} theme={one} />
          ))}
          <Type />
          <Spaces />
          <Parts />
        </main>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The colours of a theme, each with what it stands on. They lie on their own canvas, whatever the page is shown in. */
function ColoursOf({ theme: of }: { theme: Theme }): JSX.Element {
  const [colours] = useState(() => coloursOf(of));
  const ground = { background: colours["canvas"], color: colours["ink-1"] };
  return (
    <section aria-label={`Colours, ${of}`}>
      <h2>Colours, {of}</h2>
      <ul className="tokens-colours" style={ground}>
        {Object.entries(colours).map(([name, value]) => (
          <li key={name} data-token={name}>
            <span className="tokens-swatch" style={{ background: value, borderColor: colours["edge"] }} />
            <span>
              <span className="strong">{name}</span> {value}
              {pairsOf(name).map(({ on, least }) => {
                const ratio = contrast(value, colours[on] ?? "#000");
                return (
                  <span key={on} className="tokens-contrast" data-low={ratio < least || undefined}>
                    {ratio.toFixed(1)} on {on}
                    {ratio < least && `, less than ${least}`}
                  </span>
                );
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TYPE = [
  ["label", "400 0.75rem/1rem var(--sans)", "12/16"],
  ["table", "400 0.8125rem/1.25rem var(--sans)", "13/20"],
  ["body", "400 0.875rem/1.25rem var(--sans)", "14/20"],
  ["lead", "400 1rem/1.5rem var(--sans)", "16/24"],
  ["section", "600 1.125rem/1.5rem var(--sans)", "18/24"],
  ["title", "600 1.5rem/2rem var(--serif)", "24/32 serif"],
  ["figure", "500 2rem/2.5rem var(--serif)", "32/40 serif"],
  ["scan", "600 1.75rem/2.25rem var(--sans)", "28/36"],
  ["far", "600 6rem/6.5rem var(--sans)", "96/104"],
] as const;

function Type(): JSX.Element {
  return (
    <section aria-label="Type">
      <h2>Type</h2>
      <dl className="tokens-type">
        {TYPE.map(([name, font, size]) => (
          <div key={name}>
            <dt>
              {name} {size}
            </dt>
            <dd style={{ font }}>Rent of 5 Dec 2010: 1,234.50</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const SPACES = [2, 4, 8, 12, 16, 24, 32, 48] as const;
const ROWS = [
  ["compact", 32],
  ["calm", 40],
  ["touch", 44],
  ["scan", 56],
] as const;

function Spaces(): JSX.Element {
  return (
    <section aria-label="Spaces">
      <h2>Spaces, rows, corners</h2>
      <ul className="tokens-spaces">
        {SPACES.map((space) => (
          <li key={space}>
            <span className="tokens-space" style={{ width: space }} /> {space}
          </li>
        ))}
      </ul>
      <ul className="tokens-spaces">
        {ROWS.map(([name, height]) => (
          <li key={name} className="tokens-row" style={{ height }}>
            {name} {height}
          </li>
        ))}
        <li className="tokens-row tokens-control">corner of controls</li>
        <li className="tokens-row tokens-overlay">corner and shadow of overlays</li>
      </ul>
    </section>
  );
}
