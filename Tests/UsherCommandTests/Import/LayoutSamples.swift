@testable import UsherCommand

/// A small file of each format, with the peculiarities of real ones.
struct LayoutSamples {
    var name: String
    var format: ImportFormat
    var text: String

    static let all = [
        LayoutSamples(
            name: "usher", format: .usher,
            text: """
                {"hallId": "h", "name": "Hall", "rowCount": 2, "columnCount": 4, "rows": [{"label": "A", "offset": 0.5}],
                 "seats": [{"code": "a1", "zoneId": "z", "number": "1"}, {"code": "a2", "column": 1, "zoneId": "z", "x": 1.5,
                 "y": 0, "kind": "SEAT_KIND_COUPLE", "partner": "a3"}, {"code": "a3", "column": 2, "partner": "a2"}],
                 "zones": [{"zoneId": "z", "name": "Zone", "color": "#FF0000"}], "focalPoint": {"row": 1, "column": 1.5},
                 "areas": [{"areaId": "r", "name": "Area", "rowCount": 1, "columnCount": 2}]}
                """),
        // A guid eight times, a row's name twice, rows that run from right to left, turned rows, floors upon each other.
        LayoutSamples(
            name: "pretix", format: .pretix,
            text: """
                {"name": "P", "size": {"width": 10.5, "height": 9}, "categories": [{"name": "Rot", "color": "#F00"},
                 {"name": "unused", "color": "#00FF00"}],
                 "zones": [{"name": "Z", "zone_id": "z", "position": {"x": 0.1, "y": 0}, "areas": [{"shape": "rectangle"}],
                 "rows": [
                   {"row_number": "A", "position": {"x": 3.3, "y": 0}, "seats": [
                     {"seat_guid": "a", "seat_number": "2", "category": "Rot", "position": {"x": 1, "y": 1e-13}},
                     {"seat_guid": "a", "seat_number": "1", "category": "Rot", "position": {"x": 0, "y": 0}}]},
                   {"row_number": "A", "position": {"x": 8, "y": 2}, "seats": [
                     {"seat_guid": "a", "seat_number": "1", "position": {"x": 0, "y": 0}},
                     {"seat_guid": "c", "seat_number": "2", "position": {"x": 0.7, "y": 0.7}}]}]},
                  {"name": "Up", "position": {"x": 0.1, "y": 0}, "rows": [{"row_number": null, "position": {"x": "3.3",
                   "y": 0}, "seats": [{"uuid": "u", "seat_number": 1, "position": {"x": 0, "y": 0}}]}]}]}
                """),
        // Strings for numbers, columns first, a place that is not the printed number, a price that nobody pays.
        LayoutSamples(
            name: "area", format: .flat,
            text: """
                {"areaid": "7", "name": "B", "x": "4", "y": "2", "max_num": "4", "seats": [
                 {"id": "1", "row": "1", "col": "1", "x": "2", "y": "1", "name": "1-1", "price": "100", "status": "0"},
                 {"id": "2", "row": "2", "col": "1", "x": "1", "y": "2", "name": "2-1", "price": "9999900", "status": "0"},
                 {"id": "3", "row": "2", "col": "2", "x": "4", "y": "2", "name": "2-2", "price": "100", "status": "3"}]}
                """),
        LayoutSamples(
            name: "csv", format: .flat,
            text: "id,x,y,zone,kind,pair\n\"a \"\"b\",2,1,Zoné,wheelchair,\nc,3,1,,,9\nd,4,2,,,9\n"),
        LayoutSamples(name: "signs", format: .grid, text: "# hall\nA:  oo_LR\n\nB: _ooWC"),
        LayoutSamples(
            name: "cells", format: .grid,
            text: """
                {"rows": [{"rowId": "1", "columns": [{"columnId": "1", "st": "N"}, {"st": "E"}, {"columnId": "2", "st": "L"},
                 {"columnId": "3", "st": "R"}]}, {"rowId": "2", "columns": [{"columnId": "1", "st": "LK"}]}]}
                """),
        // Designators that are null, letters without I, sections of 0 to 4 elements, rows of exits.
        LayoutSamples(
            name: "duffel", format: .duffel,
            text: """
                {"id": "s", "cabins": [{"cabin_class": "economy", "deck": 0, "aisles": 1, "rows": [
                 {"sections": [{"elements": []}, {"elements": [{"type": "exit_row", "designator": null}]}]},
                 {"sections": [{"elements": [{"type": "seat", "designator": "12H", "name": "X", "disclosures": ["no window"],
                  "available_services": [{"total_amount": "1.20", "total_currency": "EUR"}]}, {"type": "seat",
                  "designator": "12J"}]}, {"elements": [{"type": "restricted_seat_general", "designator": null,
                  "available_services": []}, {"type": "empty"}]}]}]}]}
                """),
        LayoutSamples(
            name: "amadeus", format: .amadeus,
            text: """
                [{"carrierCode": "XX", "number": "7", "decks": [{"deckType": "MAIN", "deckConfiguration": {"width": 5,
                 "exitRowsX": [1]}, "facilities": [{"code": "LA"}], "seats": [
                 {"number": "3A", "cabin": "ECONOMY", "characteristicsCodes": ["W", "H"], "coordinates": {"x": 1, "y": 1},
                  "travelerPricing": [{"seatAvailabilityStatus": "OCCUPIED", "price": {"currency": "EUR", "total": "1"}}]},
                 {"number": "14C", "coordinates": {"x": 2, "y": 3}, "characteristicsCodes": ["1", "E", "?"]}]}]}]
                """),
        // Sizes that all differ, corners that are null, labels with zeros in front.
        LayoutSamples(
            name: "percent", format: .percent,
            text: """
                {"data": {"list": [{"id": 1, "no": "001", "point_x": 1.1, "point_y": 1.3, "width": 2.3, "height": 3.1,
                 "point_x2": null, "status": 1}, {"id": 2, "no": "002", "point_x": 4.7, "point_y": "1.7", "width": 2.1,
                 "height": 3.3, "status": 6}]}}
                """),
    ]
}
