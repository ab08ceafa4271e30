//! The goods of a file against the whole service.

use serde_json::{Value, json};

use crate::import::tests::Service;
use crate::import::{WholeApi, text};

/// Mugs are sold twice, once over the counter; some come back, some break.
const FILE: &str = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n\
    1,M1,MUG,10,1/12/2010,3.00,7,UK\n\
    1,POST,POSTAGE,1,1/12/2010,4.50,7,UK\n\
    2,m1,Mug,3,2/12/2010,3.20,,UK\n\
    C3,M1,MUG,-4,3/12/2010,3.00,7,UK\n\
    4,M1,damaged,-1,3/12/2010,0,,UK\n";

async fn stock(api: WholeApi<'_>) -> Vec<String> {
    let rows = api.list("/inventory/stock?").await.unwrap();
    rows.iter().map(|row| ["sku", "warehouseCode", "quantity"].map(|name| text(row, name)).join(" ")).collect()
}

/// The cost of each movement of documents, by its external id.
async fn movements(api: WholeApi<'_>) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for movement in api.list("/inventory/movements?").await.unwrap() {
        let whole = api.get(&format!("/inventory/movements/{}", text(&movement, "id"))).await.unwrap();
        all.push((text(&whole, "externalId").to_owned(), whole["lines"][0]["cost"].clone()));
    }
    all.reverse();
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn the_goods_of_a_file_move_once_and_those_of_a_longer_one_later() {
    let service = Service::start("goods").await;
    let api = WholeApi(&service.client);
    // The first run makes the books, without which a dry run could say nothing of goods.
    service.import(FILE.as_bytes(), false).await.unwrap();
    let dry = service.import_goods(FILE, true).await.unwrap().goods.unwrap();
    assert_eq!((dry.issues, dry.known_returns, dry.scraps, dry.transfers, dry.opening_items), (2, 1, 1, 1, 1));
    assert_eq!(dry.created.len(), 5, "{:?}", dry.created);
    assert!(stock(api).await.is_empty());

    let first = service.import_goods(FILE, false).await.unwrap().goods.unwrap();
    assert_eq!(first.refused, []);
    assert_eq!(first, super::GoodsTally { created: first.created.clone(), ..dry });
    // 10 are sold and 12 go to the counter: a quarter more than 22 in dozens, at half of 3.00.
    let costs = |told: &[(&str, &str)]| -> Vec<(String, Value)> {
        told.iter().map(|(id, cost)| ((*id).to_owned(), json!(cost))).collect()
    };
    let wanted = [
        ("opening/1", "54.00"),
        ("1", "15.00"),
        ("transfer/2010-12-02/2", "18.00"),
        ("2", "4.50"),
        ("C3/return-of-1", "6.00"),
        ("4/DAMAGED", "1.50"),
    ];
    assert_eq!(movements(api).await, costs(&wanted));
    assert_eq!(stock(api).await, ["M1 DEPOT 17", "M1 WEB 9"]);
    let sale = api.list("/accounting/journal-entries?externalId=1").await.unwrap();
    let cost = api.list("/accounting/journal-entries?q=Invoice%201").await.unwrap();
    let cost: Vec<_> = cost.iter().filter(|entry| text(entry, "entryType") == "stock").collect();
    assert_eq!((sale.len(), cost.len(), text(cost[0], "reference")), (1, 1, text(&sale[0], "reference")));

    let again = service.import_goods(FILE, false).await.unwrap().goods.unwrap();
    assert_eq!((again.taken(), again.transfers, again.opening_items, again.already_there), (0, 0, 0, 4));
    let longer = format!("{FILE}5,M1,MUG,20,3/12/2010,3.00,8,UK\n");
    let more = service.import_goods(&longer, false).await.unwrap().goods.unwrap();
    assert_eq!((more.issues, more.opening_items, more.already_there, more.refused), (1, 1, 4, vec![]));
    assert_eq!(stock(api).await, ["M1 DEPOT 9", "M1 WEB 9"]);
    assert_eq!(api.get("/inventory/proof").await.unwrap()["proof"]["holds"], true);
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_books_refuse_of_goods_is_told_with_its_line_and_the_rest_moves() {
    let service = Service::start("goods-refused").await;
    let api = WholeApi(&service.client);
    service.import_goods(FILE, false).await.unwrap();
    let reason = api.list("/inventory/reason-codes?").await.unwrap();
    let reason = format!("/inventory/reason-codes/{}", text(&reason[0], "id"));
    api.put(&reason, &json!({"status": "inactive"})).await.unwrap();
    let longer = format!("{FILE}5,M1,wet,-1,3/12/2010,0,,UK\n6,M1,MUG,1,3/12/2010,3.00,8,UK\n");
    let report = service.import_goods(&longer, false).await.unwrap();
    let told: Vec<String> = report.refused().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("line 7, document 5: ") && told[0].contains("inactive"), "{told:?}");
    assert_eq!(report.goods.unwrap().issues, 1);

    let item = api.list("/inventory/items?").await.unwrap();
    api.put(&format!("/inventory/items/{}", text(&item[0], "id")), &json!({"status": "inactive"})).await.unwrap();
    let longer = format!("{FILE}7,M1,MUG,500,3/12/2010,3.00,8,UK\n");
    let refused = service.import_goods(&longer, false).await.unwrap_err().to_string();
    assert!(refused.contains("refuse the opening stock") && refused.contains("item M1 is inactive"), "{refused}");
    service.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_accounts_for_stock_the_way_out_is_named() {
    let service = Service::start("goods-unmapped").await;
    service.import(FILE.as_bytes(), false).await.unwrap();
    let api = WholeApi(&service.client);
    for code in ["5200", "5100"] {
        let account = &api.list(&format!("/accounting/accounts?code={code}")).await.unwrap()[0];
        let path = format!("/accounting/accounts/{}", text(account, "id"));
        api.put(&path, &json!({"code": format!("9{code}")})).await.unwrap();
    }
    let refused = service.import_goods(FILE, false).await.unwrap_err().to_string();
    assert!(refused.contains("there is no account 5200") && refused.contains("--no-goods"), "{refused}");
    service.stop().await;
}
