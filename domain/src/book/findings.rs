//! Findings: the objections of several checks of one request, collected so that one answer has all of them.

use crate::book::stop::Stop;
use crate::value::rejection::Rejection;

/// The objections so far. Checks that need something loaded still stop at once.
#[derive(Debug, Default)]
pub(crate) struct Findings(Vec<Rejection>);

impl Findings {
    /// The result of a check; an objection is kept and answered as `None`.
    ///
    /// # Errors
    /// Where the check needs a row that is not loaded, or stored data are damaged.
    pub(crate) fn note<T>(&mut self, checked: Result<T, Stop>) -> Result<Option<T>, Stop> {
        match checked {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Rejected(rejection)) => {
                self.0.push(*rejection);
                Ok(None)
            }
            Err(stop @ (Stop::Missing(_) | Stop::MissingAll(_) | Stop::Damaged(_))) => Err(stop),
        }
    }

    /// Whether anything was objected at a field.
    pub(crate) fn names(&self, pointer: &str) -> bool {
        self.0.iter().flat_map(|one| &one.errors).any(|error| error.pointer == pointer)
    }

    /// Passes without objections; otherwise returns the first objection, with the fields, values and ways out of all.
    /// Of two values with one name, the first one is kept.
    ///
    /// # Errors
    /// The objections as one rejection.
    pub(crate) fn verdict(self) -> Result<(), Stop> {
        let mut objections = self.0.into_iter();
        let Some(mut first) = objections.next() else { return Ok(()) };
        let own = first.errors.len();
        for other in objections {
            first.errors.extend(other.errors);
            for (name, value) in other.context {
                if first.context.iter().all(|(known, _)| *known != name) {
                    first.context.push((name, value));
                }
            }
            for way in other.resolutions {
                if !first.resolutions.contains(&way) {
                    first.resolutions.push(way);
                }
            }
        }
        if own > 0 && first.errors.len() > own {
            first.detail = format!("{} (and {} more: see errors)", first.errors[0].message, first.errors.len() - 1);
        }
        Err(first.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::rejection::Code;

    #[test]
    fn all_objections_come_in_one_answer_and_the_first_one_names_it() {
        let mut findings = Findings::default();
        let objection = |code, pointer: &str| {
            let told = Rejection::new(code, "no").at(pointer).with("of", pointer.to_owned()).with("code", code.name());
            Err::<(), Stop>(told.offer("look", "Look", "GET", pointer.to_owned()).into())
        };
        assert_eq!(findings.note(Ok(7)), Ok(Some(7)));
        assert_eq!(findings.note(objection(Code::UnknownReference, "/a")), Ok(None));
        assert_eq!(findings.note(objection(Code::LimitReached, "/b")), Ok(None));
        let Err(Stop::Rejected(rejection)) = findings.verdict() else { panic!("passed") };
        assert_eq!(rejection.code, Code::UnknownReference);
        assert_eq!(rejection.errors.iter().map(|error| error.pointer.as_str()).collect::<Vec<_>>(), ["/a", "/b"]);
        assert_eq!(rejection.context, [("of", "/a".into()), ("code", "unknown_reference".into())]);
        assert_eq!(rejection.resolutions.iter().map(|way| way.path.as_str()).collect::<Vec<_>>(), ["/a", "/b"]);
        assert_eq!(Findings::default().verdict(), Ok(()));
    }
}
