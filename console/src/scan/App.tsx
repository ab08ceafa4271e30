import { type JSX, lazy, Suspense, useEffect } from "react";
import { base } from "../api/place";
import { session } from "../api/session";
import { useStore } from "../api/store";
import { follow } from "./catalogue/read";
import { jobOf } from "./job/jobs";
import { JobPage } from "./pages/JobPage";
import { SignInPage } from "./pages/SignInPage";
import { StartPage } from "./pages/StartPage";
import { keepSending } from "./queue/queue";
import { route } from "./route";
import { askToStay } from "./shelf";

// What is not needed to scan comes when it is opened; the service worker keeps it with the rest.
const AskPage = lazy(() => import("./pages/AskPage").then((own) => ({ default: own.AskPage })));
const CountPage = lazy(() => import("./pages/CountPage").then((own) => ({ default: own.CountPage })));
const QueuePage = lazy(() => import("./pages/QueuePage").then((own) => ({ default: own.QueuePage })));
const SetUpPage = lazy(() => import("./pages/SetUpPage").then((own) => ({ default: own.SetUpPage })));

/** The page of those who scan. */
export function App(): JSX.Element {
  const now = useStore(session);
  const organization = now.state === "in" || now.state === "expired" ? now.organization : undefined;

  useEffect(() => {
    if (organization === undefined) return undefined;
    const leave = new AbortController();
    void follow(organization, leave.signal);
    const stop = keepSending();
    void askToStay();
    return () => {
      leave.abort();
      stop();
    };
  }, [organization]);

  switch (now.state) {
    case "unknown":
      return <main className="page" aria-busy="true" />;
    case "empty":
      return (
        <main className="page">
          <h1>Nothing is set up yet</h1>
          <p>Set the books up in the console first: then you can scan.</p>
        </main>
      );
    case "out":
      return <SignInPage {...(now.why !== undefined && { why: now.why })} />;
    case "in":
    case "expired":
      if (now.me.mustChangePassword) {
        return (
          <main className="page">
            <h1>Choose your password</h1>
            <p>
              Somebody else gave you the one that you have. <a href={`${base}/`}>Choose your own in the console</a>, and come back.
            </p>
          </main>
        );
      }
      return (
        <Suspense fallback={<main className="page" aria-busy="true" />}>
          <Pages />
        </Suspense>
      );
  }
}

function Pages(): JSX.Element {
  const { page, query } = useStore(route);
  const place = query.get("place") ?? "";
  const job = jobOf(page);
  useEffect(() => {
    document.title = job ? `${job.title} · Countinghouse` : "Scan · Countinghouse";
  }, [job]);
  if (page === "queue") return <QueuePage />;
  if (page === "set-up") return <SetUpPage />;
  if (page === "sign-in") return <SignInPage again />;
  if (!job || place === "") return <StartPage />;
  if (job.name === "ask") return <AskPage place={place} key={place} />;
  if (job.name === "count") return <CountPage place={place} key={place} />;
  return <JobPage job={job} place={place} key={`${job.name} ${place}`} />;
}
