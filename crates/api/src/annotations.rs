//! Lists of readers' annotations in titles, bookmarks and highlights: one reader's, in one format of a title,
//! in reading order (docs/rules/reading.md#rule-1).

use std::future::Future;

use domain::bookmarks::Bookmark;
use domain::formats::Format;
use domain::highlights::Highlight;
use domain::ids::TitleId;
use services::bookmarks::TranslatedBookmark;
use services::highlights::TranslatedHighlight;
use services::{Library, Page, Rows};

use crate::http::errors::Result;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Paged, Paging};
use crate::http::params::Required;
use crate::http::path::title_id;
use crate::http::roles::SignedIn;
use crate::params;
use crate::routes::{MY_BOOKMARKS, MY_HIGHLIGHTS};
use crate::state::Api;

params! {
    /// Parameters of the lists of bookmarks and of highlights.
    pub struct ListAnnotations {
        /// Title identifier.
        service_id: Required<String>,
        /// Annotations in this format; EPUB3 by default.
        format: Option<Format>,
        /// True: the first page also has those of other formats, translated to this one.
        any_format: Option<bool>,
        /// Which page.
        page: Paging,
    }
}

/// The position of an annotation in its list: order key and location.
type Key = (String, String);

/// A kind of annotation.
pub(crate) trait Annotation: Sized {
    /// The path of its list, to which the `next` tokens are bound.
    const PATH: &'static str;

    /// One of another format.
    type Translated: Send;

    /// Those of other formats that have a place in this one.
    fn translated(
        library: &Library,
        shelf: &Shelf<'_>,
    ) -> impl Future<Output = services::Result<Vec<Self::Translated>>> + Send;

    /// A page of the list.
    fn rows(
        library: &Library,
        shelf: &Shelf<'_>,
        page: &Page<Key>,
    ) -> impl Future<Output = services::Result<Rows<Key, Self>>> + Send;
}

impl Annotation for Bookmark {
    const PATH: &'static str = MY_BOOKMARKS;

    type Translated = TranslatedBookmark;

    async fn translated(library: &Library, shelf: &Shelf<'_>) -> services::Result<Vec<TranslatedBookmark>> {
        services::bookmarks::translated(library, shelf.user, shelf.title, shelf.format).await
    }

    async fn rows(
        library: &Library,
        shelf: &Shelf<'_>,
        page: &Page<Key>,
    ) -> services::Result<Rows<Key, Self>> {
        services::bookmarks::list(library, shelf.user, shelf.title, shelf.format, page).await
    }
}

impl Annotation for Highlight {
    const PATH: &'static str = MY_HIGHLIGHTS;

    type Translated = TranslatedHighlight;

    async fn translated(library: &Library, shelf: &Shelf<'_>) -> services::Result<Vec<TranslatedHighlight>> {
        services::highlights::translated(library, shelf.user, shelf.title, shelf.format).await
    }

    async fn rows(
        library: &Library,
        shelf: &Shelf<'_>,
        page: &Page<Key>,
    ) -> services::Result<Rows<Key, Self>> {
        services::highlights::list(library, shelf.user, shelf.title, shelf.format, page).await
    }
}

/// The page that a GET asks for, and with the first one, if it asks for them, those of other formats.
pub(crate) async fn list<A: Annotation>(
    api: &Api,
    user: &SignedIn,
    address: &ListAddress,
    params: &ListAnnotations,
) -> Result<(Paged<A>, Option<Vec<A::Translated>>)> {
    let shelf = Shelf::new(user, &params.service_id.0, params.format)?;
    let list = shelf.open::<A>(api, &params.page)?;
    let page = shelf.page(api, &list, address).await?;
    let wanted = params.any_format == Some(true) && list.page().after.is_none();
    let others = if wanted { Some(A::translated(&api.library, &shelf).await?) } else { None };
    Ok((page, others))
}

/// One list: whose annotations, of which title, in which format.
pub(crate) struct Shelf<'a> {
    user: &'a SignedIn,
    pub(crate) title: TitleId,
    pub(crate) format: Format,
}

impl<'a> Shelf<'a> {
    /// The format is EPUB3 by default.
    pub(crate) fn new(user: &'a SignedIn, service_id: &str, format: Option<Format>) -> Result<Self> {
        Ok(Self { user, title: title_id(service_id)?, format: format.unwrap_or(Format::Epub3) })
    }

    /// The first page as its own GET would return it: the response to a DELETE.
    pub(crate) async fn rest<A: Annotation>(&self, api: &Api, address: ListAddress) -> Result<Paged<A>> {
        let title = self.title.to_string();
        let query = [("serviceId", title.as_str()), ("format", self.format.as_str())];
        let list = self.open::<A>(api, &Paging::default())?;
        self.page(api, &list, &address.elsewhere(A::PATH, &query)).await
    }

    fn open<A: Annotation>(&self, api: &Api, paging: &Paging) -> Result<Listing<Key>> {
        let bound = (A::PATH, self.user.id(), self.title, self.format);
        paging.open(&api.cursor_key, self.user.now(), &bound)
    }

    async fn page<A: Annotation>(
        &self,
        api: &Api,
        list: &Listing<Key>,
        address: &ListAddress,
    ) -> Result<Paged<A>> {
        list.paged(A::rows(&api.library, self, &list.page()).await?, address)
    }
}
