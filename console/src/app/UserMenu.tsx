import { Menu } from "@mantine/core";
import { IconUser } from "@tabler/icons-react";
import type { JSX } from "react";
import { session, signOut } from "../api/session";
import { useStore } from "../api/store";
import { type Settings, settings } from "./settings";

const SCHEMES: Array<[Settings["scheme"], string]> = [
  ["auto", "Colours as the system has them"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Who is signed in, how they like to see things, and the way out. */
export function UserMenu(): JSX.Element | null {
  const now = useStore(session);
  const chosen = useStore(settings);
  if (now.state !== "in" && now.state !== "expired") return null;
  const name = now.me.name ?? now.me.username ?? "You";
  const choose = (change: Partial<Settings>): void => settings.set({ ...settings.get(), ...change });
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className="shell-organization" aria-label={`${name}: settings and sign-out`}>
          <IconUser size={20} stroke={1.5} aria-hidden /> <span className="shell-user">{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{now.me.roles.join(", ") || "no role here"}</Menu.Label>
        {SCHEMES.map(([scheme, label]) => (
          <Menu.Item key={scheme} aria-checked={chosen.scheme === scheme} role="menuitemradio" onClick={() => choose({ scheme })}>
            {chosen.scheme === scheme ? "● " : "○ "}
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={chosen.density === "calm"}
          onClick={() => choose({ density: chosen.density === "calm" ? "compact" : "calm" })}
        >
          {chosen.density === "calm" ? "☑ " : "☐ "}Higher rows
        </Menu.Item>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={chosen.negative === "parentheses"}
          onClick={() => choose({ negative: chosen.negative === "parentheses" ? "minus" : "parentheses" })}
        >
          {chosen.negative === "parentheses" ? "☑ " : "☐ "}Amounts below zero in parentheses
        </Menu.Item>
        <Menu.Item role="menuitemcheckbox" aria-checked={chosen.letters} onClick={() => choose({ letters: !chosen.letters })}>
          {chosen.letters ? "☑ " : "☐ "}Single letters are keys
        </Menu.Item>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={chosen.plainTables}
          onClick={() => choose({ plainTables: !chosen.plainTables })}
        >
          {chosen.plainTables ? "☑ " : "☐ "}Plain tables, page by page
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
