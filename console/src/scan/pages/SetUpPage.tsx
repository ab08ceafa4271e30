import { type JSX, useEffect, useState } from "react";
import { useStore } from "../../api/store";
import { fault, good } from "../feedback";
import { Icon } from "../icons";
import { Link } from "../Link";
import testCode from "../setup/test-code.svg";
import { USUAL } from "../wedge/bursts";
import { type Learnt, learn, TEST_LABEL } from "../wedge/learn";
import { listenRaw, wedge } from "../wedge/listen";
import { Strip } from "./Strip";

/** Learns how the scanner of this device is set. */
export function SetUpPage(): JSX.Element {
  const now = useStore(wedge);
  const [learnt, setLearnt] = useState<Learnt>();

  useEffect(
    () =>
      listenRaw((pressed) => {
        const found = learn(pressed);
        setLearnt(found);
        if ("wedge" in found) {
          wedge.set(found.wedge);
          good();
        } else fault();
      }),
    [],
  );

  return (
    <main className="page">
      <Strip />
      <header className="head">
        <Link page="" className="back">
          <Icon name="back" /> <span>Jobs</span>
        </Link>
        <h1>Set up the scanner</h1>
      </header>
      <p>Scan this code once. What the scanner makes of it shows how it is set.</p>
      <figure className="test-code">
        <img src={testCode} alt="The test code" width="180" height="180" />
        <figcaption>{TEST_LABEL}</figcaption>
      </figure>
      <section aria-live="assertive">
        {learnt && "fault" in learnt && (
          <p className="negative">
            <Icon name="cross" /> {learnt.fault}
          </p>
        )}
        {learnt && "told" in learnt && (
          <>
            <p>
              <Icon name="tick" /> The scanner is understood.
            </p>
            <ul>
              {learnt.told.map((told) => (
                <li key={told}>{told}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      <p className="dim">
        Now: {now.suffix === "" ? "no key" : now.suffix} behind each code
        {now.separator !== "" && `, “${now.separator}” for the separator of GS1`}
        {now.doubling !== "" && `, each ${now.doubling === "keys" ? "key" : "code"} twice`}.
      </p>
      <div className="ways">
        <button type="button" onClick={() => wedge.set(USUAL)}>
          Forget it, and take scanners as they usually come
        </button>
      </div>
    </main>
  );
}
