//! The pet store on axum and tower_governor.
//!
//! Environment: KEY, LIMIT, WINDOW_SECONDS, PORT.

use std::env;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::{
    extract::{Request, State},
    http::{header, StatusCode},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
    Json, Router,
};
use serde::{Deserialize, Serialize};
use tower_governor::{governor::GovernorConfigBuilder, GovernorLayer};

#[derive(Deserialize)]
struct NewCategory {
    name: String,
    description: Option<String>,
}

#[derive(Clone, Serialize)]
struct Category {
    id: i64,
    name: String,
    description: Option<String>,
}

#[derive(Serialize)]
struct Error {
    code: &'static str,
    message: &'static str,
    status: u16,
}

type Categories = Arc<Mutex<Vec<Category>>>;

#[tokio::main]
async fn main() {
    let limit: u32 = number("LIMIT");
    let window = Duration::from_secs(number("WINDOW_SECONDS"));
    // One token is refilled at a time, so that the whole limit is refilled within the window.
    let governor = GovernorConfigBuilder::default()
        .period(window / limit)
        .burst_size(limit)
        .use_headers()
        .finish()
        .unwrap();

    let app = Router::new()
        .route("/v1/categories", get(list_categories).post(create_category))
        .route("/v1/pets/{pet_id}", get(get_pet))
        .route("/v1/store/orders", get(list_orders))
        .layer(middleware::from_fn(require_api_key))
        .layer(GovernorLayer::new(governor))
        .with_state(Categories::default());

    let address = SocketAddr::from(([127, 0, 0, 1], number("PORT")));
    let listener = tokio::net::TcpListener::bind(address).await.unwrap();
    axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>())
        .await
        .unwrap();
}

async fn require_api_key(request: Request, next: Next) -> Response {
    let expected = format!("Bearer {}", env::var("KEY").unwrap());
    match request.headers().get(header::AUTHORIZATION) {
        Some(value) if value.as_bytes() == expected.as_bytes() => next.run(request).await,
        _ => error(StatusCode::UNAUTHORIZED, "unauthorized", "missing or invalid API key"),
    }
}

async fn list_categories(State(categories): State<Categories>) -> Json<Vec<Category>> {
    Json(categories.lock().unwrap().clone())
}

async fn create_category(
    State(categories): State<Categories>,
    Json(new): Json<NewCategory>,
) -> impl IntoResponse {
    let mut categories = categories.lock().unwrap();
    let category = Category {
        id: categories.len() as i64 + 1,
        name: new.name,
        description: new.description,
    };
    categories.push(category.clone());
    (StatusCode::CREATED, Json(category))
}

async fn get_pet() -> impl IntoResponse {
    ([("Sunset", "Fri, 31 Dec 2027 00:00:00 GMT")], error(StatusCode::NOT_FOUND, "not_found", "no such pet"))
}

async fn list_orders() -> Json<Vec<()>> {
    Json(vec![])
}

fn error(status: StatusCode, code: &'static str, message: &'static str) -> Response {
    (status, Json(Error { code, message, status: status.as_u16() })).into_response()
}

fn number<T: std::str::FromStr>(name: &str) -> T {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name}"))
}
