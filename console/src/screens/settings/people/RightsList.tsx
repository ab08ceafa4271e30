import type { JSX } from "react";
import { RIGHTS } from "./rights";

/** Rights in words, in their groups; groups without any are left out. */
export function RightsList({ rights, none }: { rights: readonly string[]; none: string }): JSX.Element {
  const held = new Set(rights);
  const groups = RIGHTS.map((group) => ({ ...group, rights: group.rights.filter(([right]) => held.has(right)) })).filter((group) => group.rights.length > 0);
  if (groups.length === 0) return <p className="dim">{none}</p>;
  return (
    <div className="rights">
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3>{group.title}</h3>
          <ul>
            {group.rights.map(([right, words]) => (
              <li key={right}>{words}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
