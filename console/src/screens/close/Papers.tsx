import type { JSX } from "react";
import { apiBase } from "../../api/place";
import { type Subject, papersOf } from "./papers";

/** What the pack holds, each paper by itself: as a sheet, and as a page to print. */
export function Papers({ subject }: { subject: Subject }): JSX.Element | null {
  const papers = papersOf(subject);
  if (papers.length === 0) return null;
  const titles = [...new Set(papers.map((paper) => paper.title))];
  return (
    <div>
      <h3>Papers in the pack: {papers.length}</h3>
      <ul className="papers">
        {titles.map((title) => (
          <li key={title}>
            <span>{title}</span>
            {papers
              .filter((paper) => paper.title === title)
              .map((paper) =>
                paper.sheet ? (
                  <span key={paper.file} className="dim">
                    CSV, in the pack
                  </span>
                ) : (
                <a
                  key={paper.file}
                  href={`${apiBase}/api/v1${paper.path}`}
                  {...(paper.isPage ? { target: "_blank", rel: "noreferrer" } : { download: paper.file })}
                >
                  {paper.isPage ? "Print" : paper.file.endsWith(".json") ? "JSON" : "Excel"}
                  <span className="spoken"> {title}</span>
                </a>
                ),
              )}
          </li>
        ))}
      </ul>
    </div>
  );
}
