import { Menu } from "@mantine/core";
import { IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
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
  const navigate = useNavigate();
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
          <Menu.Item key={scheme} onClick={() => choose({ scheme })}>
            <Mark on={chosen.scheme === scheme} signs="●○" />
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          onClick={() => choose({ density: chosen.density === "calm" ? "compact" : "calm" })}
        >
          <Mark on={chosen.density === "calm"} signs="☑☐" />Higher rows
        </Menu.Item>
        <Menu.Item
          onClick={() => choose({ negative: chosen.negative === "parentheses" ? "minus" : "parentheses" })}
        >
          <Mark on={chosen.negative === "parentheses"} signs="☑☐" />Amounts below zero in parentheses
        </Menu.Item>
        <Menu.Item onClick={() => choose({ letters: !chosen.letters })}>
          <Mark on={chosen.letters} signs="☑☐" />Single letters are keys
        </Menu.Item>
        <Menu.Item
          onClick={() => choose({ plainTables: !chosen.plainTables })}
        >
          <Mark on={chosen.plainTables} signs="☑☐" />Plain tables, page by page
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item closeMenuOnClick onClick={() => void navigate({ to: "/settings/$chapter", params: { chapter: "sign-in" } })}>
          Your sign-ins and organizations
        </Menu.Item>
        <Menu.Item closeMenuOnClick onClick={() => void navigate({ to: "/settings/$chapter", params: { chapter: "style" } })}>
          All of your style and keys
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether a choice of the menu is on, as a sign and for readers. */
function Mark({ on, signs }: { on: boolean; signs: string }): JSX.Element {
  return (
    <>
      <span aria-hidden="true">{on ? signs.charAt(0) : signs.charAt(1)} </span>
      <span className="spoken">{on ? "on: " : "off: "}</span>
    </>
  );
}
