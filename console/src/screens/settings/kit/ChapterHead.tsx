import { Link, useParams } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { chapterOf } from "../chapters";
import "../../../parts/screen.css";
import "./kit.css";

/** The title of the chapter that the address names, and what it is for. */
export function ChapterHead({ title, children }: { title?: ReactNode; children?: ReactNode }): JSX.Element {
  const { chapter: id = "" } = useParams({ strict: false });
  const chapter = chapterOf(id);
  return (
    <div>
      <Link to="/settings" className="settings-back">
        Settings
      </Link>
      <div className="screen-head">
        <h1>{title ?? chapter?.title}</h1>
        {children}
      </div>
      {!title && <p className="settings-says">{chapter?.says}</p>}
    </div>
  );
}

/** The head of a record's page: the way to its list above its name. */
export function RecordHead({ title, children }: { title: ReactNode; children?: ReactNode }): JSX.Element {
  const { chapter: id = "" } = useParams({ strict: false });
  return (
    <div>
      <nav aria-label="Where this is" className="settings-back">
        <Link to="/settings">Settings</Link> ›{" "}
        <Link to="/settings/$chapter" params={{ chapter: id }}>
          {chapterOf(id)?.title}
        </Link>
      </nav>
      <div className="screen-head">
        <h1 dir="auto">{title}</h1>
        {children}
      </div>
    </div>
  );
}
