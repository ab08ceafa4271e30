//! Rejections and their values as JSON, as they are kept with the requests that they refused.

use super::{Rejection, Value};
use crate::value::Json;

impl Value {
    /// The value as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Int(number) => Json::Number(number.to_string()),
            Self::Bool(yes) => Json::Bool(*yes),
            Self::Text(text) => Json::Text(text.clone()),
            Self::List(items) => Json::List(items.iter().map(Self::to_json).collect()),
            Self::Json(json) => json.clone(),
            Self::Object(members) => {
                Json::Object(members.iter().map(|(name, member)| ((*name).to_owned(), member.to_json())).collect())
            }
        }
    }
}

impl Rejection {
    /// The rejection as JSON: `{code, detail, errors, context, resolutions}`, paths without the base URL.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let text = |text: &str| Json::Text(text.to_owned());
        let object = |members: Vec<(&str, Json)>| {
            Json::Object(members.into_iter().map(|(name, member)| (name.to_owned(), member)).collect())
        };
        let errors = self.errors.iter().map(|error| {
            object(vec![
                ("pointer", text(&error.pointer)),
                ("code", text(error.code)),
                ("message", text(&error.message)),
            ])
        });
        let resolutions = self.resolutions.iter().map(|way| {
            let mut members = vec![
                ("rel", text(way.rel)),
                ("title", text(&way.title)),
                ("method", text(way.method)),
                ("path", text(&way.path)),
            ];
            members.extend(way.body.as_ref().map(|body| ("body", body.to_json())));
            object(members)
        });
        object(vec![
            ("code", text(self.code.name())),
            ("detail", text(&self.detail)),
            ("errors", Json::List(errors.collect())),
            ("context", object(self.context.iter().map(|(name, value)| (*name, value.to_json())).collect())),
            ("resolutions", Json::List(resolutions.collect())),
        ])
    }
}
