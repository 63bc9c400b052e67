//! Lists of readers' annotations in titles, bookmarks and highlights: one reader's, in one format of a title,
//! in reading order (docs/rules/reading.md#rule-1).

use domain::bookmarks::Bookmark;
use domain::highlights::Highlight;
use domain::{Format, TitleId};
use services::Operation;
use services::annotations::{self, Annotation, AnnotationKey, AnnotationRequest};

use crate::http::{CutPage, ListAddress, Listing, PagingParams, RequiredParam, Result, title_id};
use crate::routes::{MY_BOOKMARKS, MY_HIGHLIGHTS};
use crate::{Api, params};

params! {
    /// Parameters of the lists of bookmarks and of highlights.
    pub struct ListAnnotations {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Annotations in this format; EPUB3 by default.
        format: Option<Format>,
        /// True: the first page also has those of other formats, translated to this one.
        any_format: Option<bool>,
        /// Which page.
        page: PagingParams,
    }
}

/// A kind of annotation with an endpoint of its own.
pub(crate) trait ListedAnnotation: Annotation {
    /// The path of its list, to which the `next` tokens are bound.
    const PATH: &'static str;
}

impl ListedAnnotation for Bookmark {
    const PATH: &'static str = MY_BOOKMARKS;
}

impl ListedAnnotation for Highlight {
    const PATH: &'static str = MY_HIGHLIGHTS;
}

/// The requested page of annotations. The first page also has those of other formats, if requested.
pub(crate) async fn list<A: ListedAnnotation>(
    api: &Api,
    op: &Operation,
    address: &ListAddress,
    params: &ListAnnotations,
) -> Result<(CutPage<A>, Option<Vec<A::Translation>>)> {
    let shelf = AnnotationShelf::new(&params.service_id.0, params.format)?;
    let list = shelf.open::<A>(api, op, &params.page)?;
    let AnnotationShelf { title, format } = shelf;
    let request = AnnotationRequest { title, format, any_format: params.any_format == Some(true) };
    let (rows, others) = annotations::list_with_others(op, request, &list.page()).await?;
    Ok((list.to_page(rows, address)?, others))
}

/// A title and one of its formats, which together have one list of annotations of each kind.
pub(crate) struct AnnotationShelf {
    pub(crate) title: TitleId,
    pub(crate) format: Format,
}

impl AnnotationShelf {
    /// The format is EPUB3 by default.
    pub(crate) fn new(service_id: &str, format: Option<Format>) -> Result<Self> {
        Ok(Self { title: title_id(service_id)?, format: format.unwrap_or(Format::Epub3) })
    }

    /// The first page, which the response to a DELETE contains.
    pub(crate) fn first_page<A: ListedAnnotation>(
        &self,
        api: &Api,
        op: &Operation,
    ) -> Result<Listing<AnnotationKey>> {
        self.open::<A>(api, op, &PagingParams::default())
    }

    /// The address of the first page, with its own GET.
    pub(crate) fn list_address<A: ListedAnnotation>(&self, address: ListAddress) -> ListAddress {
        let title = self.title.to_string();
        let query = [("serviceId", title.as_str()), ("format", self.format.as_str())];
        address.with_path(A::PATH, &query)
    }

    fn open<A: ListedAnnotation>(
        &self,
        api: &Api,
        op: &Operation,
        paging: &PagingParams,
    ) -> Result<Listing<AnnotationKey>> {
        let bound = (A::PATH, op.account_id()?, self.title, self.format);
        paging.open(&api.cursor_key, op.now, &bound)
    }
}
