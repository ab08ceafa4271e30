import { Button, Menu } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { newKey } from "../api/key";
import { myId } from "../api/me";
import { asProblem } from "../api/problem";
import { touched } from "../api/queries";
import { useStore } from "../api/store";
import { type View, changeView, useViews } from "../api/views";
import { useActions } from "../app/actions";
import { say } from "../app/toasts";
import { parseSearch, stringifySearch } from "../text/filters";
import { listed, ofView, shownColumns } from "./listColumns";
import { ViewDialog } from "./ViewDialog";

/** Filters under a name, at the filters of a list: choose one, save what is shown now, rename and delete one's own. */
export function SavedViews({
  screen,
}: {
  /** The address of the screen without its filters: `/journal`. */
  screen: string;
}): JSX.Element {
  const navigate = useNavigate();
  const query = useRouterState({ select: (state) => stringifySearch(state.location.search as Record<string, unknown>).replace(/^\?/, "") });
  const { data: views } = useViews(screen);
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<"save" | View>();
  const present = views?.find((view) => view.query === query);
  const told = present?.columns?.join(" ");
  useEffect(() => {
    // What a view shows are its columns, too, until others are chosen.
    ofView.set(told?.split(" "));
    return () => ofView.set(undefined);
  }, [told]);
  useStore(listed);
  const shown = shownColumns();
  const isOwn = present?.ownerId === myId();
  const isOther = isOwn && (shown?.join(" ") ?? "") !== (told ?? "");
  const saveColumns = (view: View): void => {
    changeView(view.id, { columns: shown }, newKey()).then(
      () => {
        void touched("views");
        say(`“${view.name}” has these columns now.`);
      },
      (error: unknown) => say(`The columns are not saved: ${asProblem(error).message}.`),
    );
  };
  const choose = (view: View): void => void navigate({ to: screen, search: parseSearch(view.query) });
  useActions([
    ...(views ?? []).map((view) => ({ id: `view ${view.id}`, title: `View: ${view.name}`, words: "saved filters", run: () => choose(view) })),
    { id: "save-view", title: "Save these filters as a view", words: "saved views", disabled: query === "" ? "no filter is set" : undefined, run: () => setDialog("save") },
  ]);
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} stroke={1.5} aria-hidden />}>
            {present ? present.name : "Views"}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views?.length === 0 && <Menu.Label>None yet. A view is a set of filters under a name.</Menu.Label>}
          {views?.map((view) => (
            <Menu.Item key={view.id} onClick={() => choose(view)} rightSection={<span className="dim">{view.isOwn ? (view.isShared ? "shared by you" : "yours") : "shared"}</span>}>
              <span dir="auto">{view.name}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={query === ""} onClick={() => setDialog("save")}>
            {query === "" ? "Set a filter to save it as a view" : "Save these filters…"}
          </Menu.Item>
          {present && isOther && <Menu.Item onClick={() => saveColumns(present)}>Save these columns in “{present.name}”</Menu.Item>}
          {present && isOwn && <Menu.Item onClick={() => setDialog(present)}>Rename, share or delete “{present.name}”…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog && <ViewDialog screen={screen} query={query} view={dialog === "save" ? undefined : dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}
