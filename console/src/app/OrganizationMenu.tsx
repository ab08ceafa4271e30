import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import type { JSX } from "react";
import { changeOrganization, session } from "../api/session";
import { useStore } from "../api/store";

/** The books that this tab shows, and the way to others. Each tab keeps its own: it never writes into other books. */
export function OrganizationMenu(): JSX.Element | null {
  const now = useStore(session);
  if (now.state !== "in" && now.state !== "expired") return null;
  const { memberships } = now.me;
  const shown = memberships.find((one) => one.organizationId === now.organization);
  const name = shown?.name ?? "No organization";
  if (memberships.length < 2) return <span className="shell-organization">{name}</span>;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className="shell-organization" aria-label={`Organization: ${name}. Change`}>
          {name} <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map((one) => (
          <Menu.Item
            key={one.organizationId}
            leftSection={one.organizationId === now.organization ? <IconCheck size={16} aria-label="shown" /> : <span />}
            onClick={() => {
              if (one.organizationId !== now.organization) void changeOrganization(one.organizationId);
            }}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
