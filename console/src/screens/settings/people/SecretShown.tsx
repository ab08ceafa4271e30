import type { JSX } from "react";
import type { ServiceAccount } from "../../../api/people";
import { ShownOnce } from "../../../parts/ShownOnce";

/** The secret of a program, once. A request that was repeated does not tell it again. */
export function SecretShown({ account, onClose }: { account: ServiceAccount; onClose: () => void }): JSX.Element {
  const rows = [
    { label: "Client id", value: account.clientId ?? "" },
    ...(account.clientSecret ? [{ label: "Client secret", value: account.clientSecret }] : []),
  ];
  return (
    <ShownOnce title={`The secret of ${account.name ?? "the program"}`} rows={rows} onClose={onClose}>
      <p>
        {account.clientSecret
          ? "Put both into the settings of the program. It gets its tokens with them, by the grant “client credentials”."
          : "The secret went out with an answer that was lost on its way. Replace it by another one."}
      </p>
    </ShownOnce>
  );
}
