import { Link, useParams } from "@tanstack/react-router";
import { type JSX, Suspense } from "react";
import "../../parts/screen.css";
import { PARTS, type SettingsChapter, chapterOf, mayRead } from "./chapters";
import "./settings.css";

/** `/settings`: the chapters that the caller may see. */
export function SettingsScreen(): JSX.Element {
  const parts = PARTS.map((part) => ({ ...part, chapters: part.chapters.filter(mayRead) })).filter((part) => part.chapters.length > 0);
  return (
    <div className="settings-index">
      <h1>Settings</h1>
      {parts.map((part) => (
        <section key={part.title} aria-label={part.title}>
          <h2>{part.title}</h2>
          <ul>
            {part.chapters.map((chapter) => (
              <li key={chapter.id}>
                <Link to="/settings/$chapter" params={{ chapter: chapter.id }}>
                  {chapter.title}
                </Link>
                <p>{chapter.says}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** `/settings/{chapter}`: one chapter. */
export function SettingsChapterScreen(): JSX.Element {
  return <Named of={(chapter) => chapter.Screen} />;
}

/** `/settings/{chapter}/{record}`: one record of a chapter. */
export function SettingsRecordScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  return <Named key={record} of={(chapter) => chapter.Record} />;
}

function Named({ of }: { of: (chapter: SettingsChapter) => SettingsChapter["Record"] }): JSX.Element {
  const { chapter: id = "" } = useParams({ strict: false });
  const chapter = chapterOf(id);
  const Part = chapter && of(chapter);
  if (!chapter || !Part) {
    return (
      <section className="failed">
        <h1>There is no such chapter</h1>
        <p>
          “{id}” is none of the <Link to="/settings">settings</Link>.
        </p>
      </section>
    );
  }
  if (!mayRead(chapter)) {
    return (
      <section className="failed">
        <h1>{chapter.title}</h1>
        <p>
          Your roles do not let you read this chapter. Somebody who manages roles can let you. All that you may see is in the <Link to="/settings">settings</Link>.
        </p>
      </section>
    );
  }
  return (
    <Suspense key={chapter.id} fallback={null}>
      <Part />
    </Suspense>
  );
}
