//! Routes with their description: no route can be registered without one.

use axum::Router;
use axum::handler::Handler;
use axum::routing::on;
use utoipa::openapi::{OpenApi, OpenApiBuilder};

use super::endpoint::Endpoint;
use super::handlers::DescribedHandler;
use crate::Api;

/// Routes, and the OpenAPI document that describes them.
pub struct Endpoints {
    router: Router<Api>,
    document: OpenApi,
}

/// Collects handlers by the area of the interface that they belong to, and the endpoints of modules.
macro_rules! collect_endpoints {
    ($($area:literal: $($handler:path),+;)* $(with $($module:ident),+;)?) => {
        $crate::openapi::Endpoints::default()
            $($(.add::<$handler, _, _, _>($area, $handler))+)*
            $($(.merge($module::endpoints()))+)?
    };
}
pub(crate) use collect_endpoints;

/// Registers the handlers of a module, by the area of the interface that they belong to, and those of modules
/// below it: `endpoints! { "Reading lists": get_list, put_list; with members; }`.
macro_rules! endpoints {
    ($($registered:tt)+) => {
        /// The endpoints of this module.
        pub(crate) fn endpoints() -> $crate::openapi::Endpoints {
            $crate::openapi::collect_endpoints! { $($registered)+ }
        }
    };
}
pub(crate) use endpoints;

impl Default for Endpoints {
    fn default() -> Self {
        Self { router: Router::new(), document: OpenApiBuilder::new().build() }
    }
}

impl Endpoints {
    /// Adds a handler to an area of the interface. `E` is the type that its attribute made.
    #[must_use]
    pub fn add<E, H, T, Arguments>(mut self, area: &str, handler: H) -> Self
    where
        E: Endpoint,
        H: Handler<T, Api> + DescribedHandler<Arguments>,
        T: 'static,
    {
        let text = E::TEXT;
        let (mut operation, schemas) = H::describe().build(&text, E::response_body());
        operation.tags = Some(vec![area.to_owned()]);
        self.document.paths.add_path_operation(text.path, vec![text.method.in_document()], operation);
        self.document.components.get_or_insert_default().schemas.extend(schemas);
        self.router = self.router.route(text.path, on(text.method.in_router(), handler));
        self
    }

    #[must_use]
    pub fn merge(mut self, others: Self) -> Self {
        self.document.merge(others.document);
        self.router = self.router.merge(others.router);
        self
    }

    pub fn into_router(self) -> Router<Api> {
        self.router
    }

    pub fn into_document(self) -> OpenApi {
        self.document
    }
}
