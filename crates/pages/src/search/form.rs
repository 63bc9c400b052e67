//! The search as services read its page.

use jiff::civil::Date;
use services::search_page::{SearchFacet, SearchForm};
use services::titles::Query;

use super::filters::{Filter, Filters, MY_FORMAT};

impl SearchForm for Filters {
    type Condition = Filter;

    fn to_query(&self, today: Date) -> Query {
        Self::to_query(self, today)
    }

    fn words(&self) -> &str {
        self.value("words")
    }

    fn with_words(&self, words: &str) -> Self {
        self.with_field("words", words)
    }

    fn conditions(&self) -> Vec<Filter> {
        self.iter().filter(|filter| filter.name != "words").cloned().collect()
    }

    fn without_condition(&self, condition: &Filter) -> Self {
        self.without_filter(condition)
    }

    fn without_facet(&self, facet: SearchFacet) -> Option<Self> {
        self.without_field(facet.as_str())
    }

    fn words_alone(&self) -> Option<Self> {
        Self::words_alone(self)
    }

    fn is_in_my_format(&self) -> bool {
        !self.value(MY_FORMAT).is_empty()
    }
}
