//! The catalog that a request is about, as the beginning of its path says: the version of OPDS, the site, and
//! the member whose books a sponsor looks at. Handlers see paths without it, and links get it back.

use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use domain::SiteId;
use percent_encoding::percent_decode_str;
pub(crate) use transport::percent_encode;

pub(crate) const CATALOG_ROOT: &str = "/opds";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpdsVersion {
    /// OPDS 1.2: Atom.
    One,
    /// OPDS 2.0: JSON.
    Two,
}

/// The catalog that the beginning of a path names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CatalogBase {
    /// The version that the path names. If `None`, the headers decide.
    pub(crate) version: Option<OpdsVersion>,
    pub(crate) site: Option<SiteId>,
    /// The member that the path names, by account identifier.
    pub(crate) member: Option<String>,
}

impl CatalogBase {
    /// Reads the beginning of a path below [`CATALOG_ROOT`], and returns the rest: empty, or starting with
    /// `/`.
    pub(crate) fn split_path(path: &str) -> (Self, &str) {
        let mut base = Self::default();
        let mut rest = path;
        if let Some(after) = after_segment(rest, "/v1.2") {
            (base.version, rest) = (Some(OpdsVersion::One), after);
        }
        if let Some((site, after)) = after_named(rest, "/sites/") {
            (base.site, rest) = (Some(SiteId(site)), after);
        }
        if let Some((member, after)) = after_named(rest, "/members/") {
            (base.member, rest) = (Some(member), after);
        }
        (base, rest)
    }

    /// The absolute address of the catalog's authentication document, which is also its identifier: the
    /// same for both versions and all members.
    pub(crate) fn authentication_url(&self, root: &str) -> String {
        let catalog = Self { site: self.site.clone(), ..Self::default() };
        format!("{root}{}", catalog.path_in(OpdsVersion::Two, "/authentication"))
    }

    /// Returns true if a name has a NUL, which cannot be looked up in every database.
    pub(crate) fn has_nul(&self) -> bool {
        let names = [self.site.as_ref().map(SiteId::as_str), self.member.as_deref()];
        names.into_iter().flatten().any(|name| name.contains('\0'))
    }

    /// The path of a resource in this catalog, in a document of this version.
    pub(crate) fn path_in(&self, version: OpdsVersion, rest: &str) -> String {
        let mut path = CATALOG_ROOT.to_owned();
        if version == OpdsVersion::One {
            path.push_str("/v1.2");
        }
        if let Some(site) = &self.site {
            path.push_str("/sites/");
            path.push_str(&percent_encode(site.as_str()));
        }
        if let Some(member) = &self.member {
            path.push_str("/members/");
            path.push_str(&percent_encode(member));
        }
        path.push_str(rest);
        path
    }
}

/// Moves the catalog that a request is about from the path, which is below [`CATALOG_ROOT`] already, to an
/// extension.
pub(crate) fn extract_base(mut request: Request) -> Request {
    let (base, rest) = CatalogBase::split_path(request.uri().path());
    let rest = if rest.is_empty() { "/" } else { rest };
    let target = match request.uri().query() {
        Some(query) => format!("{rest}?{query}"),
        None => rest.to_owned(),
    };
    if let Ok(target) = target.parse::<PathAndQuery>() {
        *request.uri_mut() = Uri::from(target);
    }
    request.extensions_mut().insert(base);
    request
}

fn after_segment<'a>(path: &'a str, segment: &str) -> Option<&'a str> {
    path.strip_prefix(segment).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The name after a prefix, and the rest. A name that is empty or not valid text counts as none.
fn after_named<'a>(path: &'a str, prefix: &str) -> Option<(String, &'a str)> {
    let rest = path.strip_prefix(prefix)?;
    let end = rest.find('/').unwrap_or(rest.len());
    let name = percent_decode_str(&rest[..end]).decode_utf8().ok()?;
    (!name.is_empty()).then(|| (name.into_owned(), &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::{CatalogBase, OpdsVersion};

    #[test]
    fn a_catalog_is_read_from_the_path_and_written_back() {
        for path in
            ["", "/all", "/v1.2/all", "/sites/lab/titles/1001/EPUB3", "/v1.2/sites/a%20b/members/x%2Fy/shelf"]
        {
            let (base, rest) = CatalogBase::split_path(path);
            let version = base.version.unwrap_or(OpdsVersion::Two);
            assert_eq!(base.path_in(version, rest), format!("/opds{path}"));
        }
    }

    #[test]
    fn paths_that_only_look_like_a_catalog_name_none() {
        for path in
            ["/v1.2x/all", "/sites", "/sites/", "/sites//all", "/members", "/members/", "/all/members/7"]
        {
            assert_eq!(CatalogBase::split_path(path), (CatalogBase::default(), path));
        }
    }
}
