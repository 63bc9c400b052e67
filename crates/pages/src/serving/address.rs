//! The person that an address names, and the addresses of a person.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use domain::ids::AccountId;
use services::serving::{ServedPerson, ServicePoint};

use crate::paging::add_query;
use crate::{Pages, Problem, Result, desk, percent_encode};

pub(super) struct ServedPath(pub(super) ServedPerson);

impl FromRequestParts<Pages> for ServedPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self> {
        let Path(id) =
            Path::<String>::from_request_parts(parts, pages).await.map_err(|_| Problem::NotFound)?;
        let is_at_desk = parts.uri.path().starts_with(desk::START_PATH);
        let point = if is_at_desk { ServicePoint::Desk } else { ServicePoint::School };
        Ok(Self(ServedPerson { point, id: AccountId::from(id) }))
    }
}

/// The address of the page about a person who is served.
pub(super) fn service_path(person: &ServedPerson) -> String {
    match person.point {
        ServicePoint::Desk => format!("{}/serve", desk::person_path(&person.id)),
        ServicePoint::School => format!("/school/members/{}", percent_encode(person.id.as_str())),
    }
}

/// The address of the page, with the titles that words find.
pub(super) fn search_path(person: &ServedPerson, words: Option<&str>) -> String {
    add_query(&service_path(person), words.map(|words| ("words", words)))
}

#[cfg(test)]
mod tests {
    use services::serving::{ServedPerson, ServicePoint};

    use super::search_path;

    #[test]
    fn words_are_kept_in_the_address() {
        let person = |point| ServedPerson { point, id: "a b".into() };
        let desk = search_path(&person(ServicePoint::Desk), Some("two ferries & a quay"));
        assert_eq!(desk, "/desk/people/a%20b/serve?words=two+ferries+%26+a+quay");
        assert_eq!(search_path(&person(ServicePoint::School), None), "/school/members/a%20b");
    }
}
