import { Combobox, TextInput, type TextInputProps, useCombobox } from "@mantine/core";
import { type JSX, type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";

/** Something that a look-up can choose: an account, a party. */
export interface Choice {
  id: string;
  /** What is typed to have exactly this one: `1010`; empty where there is none. */
  code: string;
  name: string;
  /** A word more, dimmed. */
  hint?: string | undefined;
}

type Props = Omit<TextInputProps, "value" | "onChange"> & {
  /** What is chosen. */
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** Those that fit what is typed, at most eight, best first; of nothing typed the recent ones. */
  find: (typed: string) => Promise<Choice[]> | Choice[];
  /** Makes a new one from what is typed, where the user may. */
  create?: { title: (typed: string) => string; run: (typed: string) => void } | undefined;
  /** After a choice by Enter or Tab: the next field. */
  onChosen?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
};

/** How a choice reads in a field. */
export const written = (choice: Choice | null): string => (choice ? `${choice.code} ${choice.name}`.trim() : "");

/**
 * A field that finds records by any word start of code and name. Enter takes the one whose code is typed exactly before the
 * highlighted one.
 */
export function Lookup({ value, onChange, find, create, onChosen, inputRef, onKeyDown, ...rest }: Props): JSX.Element {
  const [typed, setTyped] = useState(written(value));
  const [choices, setChoices] = useState<Choice[]>([]);
  const [dirty, setDirty] = useState(false);
  const asked = useRef(0);
  const answered = useRef<Promise<Choice[]>>(Promise.resolve([]));
  /** Tab has chosen: the field that is left by it does not read again. */
  const isTabbed = useRef(false);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  useEffect(() => {
    setTyped(written(value));
    setDirty(false);
  }, [value]);

  function ask(text: string): void {
    asked.current += 1;
    const mine = asked.current;
    const answer = Promise.resolve(find(text.trim()));
    answered.current = answer;
    void answer.then(
      (found) => {
        if (mine !== asked.current) return;
        setChoices(found);
        box.selectFirstOption();
      },
      () => undefined,
    );
  }

  function choose(choice: Choice): void {
    onChange(choice);
    setTyped(written(choice));
    setDirty(false);
    box.closeDropdown();
  }

  /** What the text means: the exact code or name, else, where somebody chose by a key, the highlighted one. */
  async function settle(isChosen: boolean): Promise<boolean> {
    const text = typed.trim();
    if (!dirty) return value !== null || text === "";
    if (text === "") {
      onChange(null);
      setDirty(false);
      return true;
    }
    const found = await answered.current;
    const exact = found.find((one) => one.code.toLowerCase() === text.toLowerCase());
    const named = exact ?? found.find((one) => one.name.toLowerCase() === text.toLowerCase() || written(one).toLowerCase() === text.toLowerCase());
    const highlighted = isChosen ? found[Math.max(0, box.getSelectedOptionIndex())] : undefined;
    const taken = named ?? highlighted;
    if (!taken) {
      // Nothing is taken that nobody chose: what was there before is there again.
      if (!isChosen && found.length > 0) {
        setTyped(written(value));
        setDirty(false);
      }
      return false;
    }
    choose(taken);
    return true;
  }

  function keyDown(event: KeyboardEvent<HTMLInputElement>): void {
    onKeyDown?.(event);
    if (event.defaultPrevented) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      void settle(true).then((chosen) => chosen && onChosen?.());
    }
    if (event.key === "Tab" && dirty) {
      isTabbed.current = true;
      void settle(true);
    }
    if (event.key === "Escape" && (box.dropdownOpened || dirty)) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(written(value));
      setDirty(false);
      box.closeDropdown();
    }
  }

  const isUnknown = dirty && choices.length === 0 && typed.trim() !== "";
  return (
    <Combobox store={box} withinPortal onOptionSubmit={(id) => {
      const choice = choices.find((one) => one.id === id);
      if (choice) choose(choice);
      else if (id === "new") create?.run(typed.trim());
    }}>
      <Combobox.Target withKeyboardNavigation>
        <TextInput
          {...rest}
          ref={inputRef}
          value={typed}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setDirty(true);
            box.openDropdown();
            ask(event.currentTarget.value);
          }}
          onFocus={(event) => {
            event.currentTarget.select();
          }}
          onBlur={() => {
            box.closeDropdown();
            if (dirty && !isTabbed.current) void settle(false);
            isTabbed.current = false;
          }}
          onKeyDown={keyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!dirty && choices.length === 0}>
        <Combobox.Options>
          {choices.map((one) => (
            <Combobox.Option key={one.id} value={one.id}>
              <span className="strong">{one.code}</span> {one.name} {one.hint && <span className="dim">{one.hint}</span>}
            </Combobox.Option>
          ))}
          {isUnknown && !create && <Combobox.Empty>Nothing is called “{typed.trim()}”</Combobox.Empty>}
          {create && dirty && typed.trim() !== "" && <Combobox.Option value="new">{create.title(typed.trim())}</Combobox.Option>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
