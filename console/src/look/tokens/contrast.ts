// The colours of both themes as the style sheet has them, and how well they can be told apart.

/** The colours of one theme by their names, without the dashes. */
export type Colours = Readonly<Record<string, string>>;

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The colours of a theme, read from the style sheets of the page, so that nothing is said twice. */
export function coloursOf(theme: Theme): Colours {
  const found: Record<string, string> = {};
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || rule.selectorText !== `:root[data-mantine-color-scheme="${theme}"]`) continue;
      for (const name of rule.style) {
        const value = rule.style.getPropertyValue(name).trim();
        if (name.startsWith("--") && /^#[0-9a-f]{3,6}$/i.test(value)) found[name.slice(2)] ??= value;
      }
    }
  }
  return found;
}

/** A colour that is read or seen on another one, and the contrast that it must have. */
export interface Pair {
  on: string;
  least: number;
}

/** What each colour stands on, and at least how clearly: text 4.5, marks and rings 3, words on their own tint 6, charts 4. */
export function pairsOf(name: string): readonly Pair[] {
  if (/^ink-/.test(name)) return [{ on: "canvas", least: 4.5 }, { on: "selected", least: 4.5 }];
  if (name === "on-accent") return [{ on: "accent", least: 4.5 }, { on: "accent-hover", least: 4.5 }];
  if (/^(negative|warning|info)$/.test(name)) return [{ on: "canvas", least: 4.5 }, { on: `${name}-tint`, least: 6 }];
  if (/^chart-/.test(name)) return [{ on: "surface", least: 4 }];
  if (name === "accent") return [{ on: "canvas", least: 4.5 }];
  if (name === "edge" || name === "focus") return [{ on: "canvas", least: 3 }];
  return [];
}

/** The contrast of two colours, from 1 to 21, as the guidelines for accessible content reckon it. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  const full = short ? short.slice(1).map((digit) => digit + digit).join("") : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
