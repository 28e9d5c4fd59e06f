export interface paths {
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register an account and get a token */
        post: operations["authSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in and get a token */
        post: operations["authLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all events, oldest first */
        get: operations["eventsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/view/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event */
        get: operations["eventsView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an event; the Location header has its id */
        post: operations["eventsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/update/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update an event; omitted fields keep their values */
        post: operations["eventsUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/delete/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete an event and its budgets */
        post: operations["eventsDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an event's budgets with their totals */
        get: operations["budgetsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/budgets/view/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a budget */
        get: operations["budgetsView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/budgets/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a budget to an event */
        post: operations["budgetsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/budgets/update/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update a budget; omitted fields keep their values */
        post: operations["budgetsUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/budgets/delete/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete a budget */
        post: operations["budgetsDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the service is up, and get its version */
        get: operations["systemHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the OpenAPI document */
        get: operations["systemOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Interactive API documentation */
        get: operations["systemDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Interactive API documentation */
        get: operations["systemDocsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One entry for each invalid field */
        FieldErrors: {
            /** @example name */
            field: string;
            /** @example Name can't be blank. */
            message: string;
        }[];
        Event: {
            /** @example 114640874095021 */
            id: number;
            /** @example Summer party */
            name: string;
            /**
             * @description Always with two fractional digits
             * @example 1250.5
             */
            total_amount: number;
            /** @example 1 */
            budgets_count: number;
            /** @example In the garden */
            description: string;
            /**
             * Format: date
             * @example 2027-07-04
             */
            event_date: string & (unknown & unknown);
        };
        Budget: {
            /** @example 114640874095021 */
            id: number;
            /** @example Catering */
            name: string;
            /** @example Food */
            category: string;
            /**
             * @description Always with two fractional digits
             * @example 1250.5
             */
            amount: number;
            /**
             * @description Always with two fractional digits
             * @example 1250.5
             */
            spent: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authSignup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Ada",
                 *       "last_name": "Lovelace",
                 *       "email": "ada@example.com",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": {
                    /** @example Ada */
                    first_name: string;
                    /** @example Lovelace */
                    last_name: string;
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    email: string & (unknown & unknown);
                    /**
                     * Format: password
                     * @description At most 72 bytes of UTF-8. The pattern can't count bytes, so it accepts ASCII of up to 72 characters and other text of up to 18. The most common passwords are rejected. So are these below 24 characters: a few characters repeated, runs of digits, letters or keys, and the person's own names or e-mail address, also with digits or punctuation.
                     * @example correct horse
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Account registered successfully",
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Account registered successfully";
                        /** @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln */
                        token: string;
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Account failed to register";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description The value is already taken, or a limit is reached */
            409: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Validation failed: Email has already been taken.",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Validation failed: Email has already been taken.";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Account failed to register";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Validation failed: Name can't be blank.",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @example Validation failed: Name can't be blank. */
                        message: string;
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Account failed to register";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Account failed to register";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Account failed to register";
                    };
                };
            };
        };
    };
    authLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ada@example.com",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": {
                    /** @example ada@example.com */
                    username: string;
                    /**
                     * Format: password
                     * @example correct horse
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Login Successful",
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Login Successful";
                        /** @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln */
                        token: string;
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        message: "Login Failed. retry" | "Invalid. Missing username or password.";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid username or password."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid username or password.";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Login Failed. retry";
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Login Failed. retry";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Login Failed. retry";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Login Failed. retry";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Login Failed. retry";
                    };
                };
            };
        };
    };
    eventsList: {
        parameters: {
            query?: {
                /** @example 114640874095021 */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": [
                     *         {
                     *           "id": 114640874095021,
                     *           "name": "Summer party",
                     *           "total_amount": 1250.5,
                     *           "budgets_count": 1,
                     *           "description": "In the garden",
                     *           "event_date": "2027-07-04"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example 1 */
                        return_count: number;
                        data: components["schemas"]["Event"][];
                        /** @description Cursor of the next page; absent on the last page */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Events failed to load",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Events failed to load";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Events failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Events failed to load";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Events failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Events failed to load";
                    };
                };
            };
        };
    };
    eventsView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": {
                     *         "id": 114640874095021,
                     *         "name": "Summer party",
                     *         "total_amount": 1250.5,
                     *         "budgets_count": 1,
                     *         "description": "In the garden",
                     *         "event_date": "2027-07-04"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        return_count: 1;
                        data: components["schemas"]["Event"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event not found"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event not found";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to load";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to load";
                    };
                };
            };
        };
    };
    eventsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer party",
                 *       "description": "In the garden",
                 *       "event_date": "2027-07-04"
                 *     }
                 */
                "application/json": {
                    /** @example Summer party */
                    name: string;
                    /**
                     * @default
                     * @example In the garden
                     */
                    description?: string;
                    /**
                     * Format: date
                     * @example 2027-07-04
                     */
                    event_date: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Path of the new event */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event saved successfully"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Event saved successfully";
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description The value is already taken, or a limit is reached */
            409: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                    };
                };
            };
        };
    };
    eventsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer party",
                 *       "description": "In the garden",
                 *       "event_date": "2027-07-04"
                 *     }
                 */
                "application/json": {
                    /** @example Summer party */
                    name?: string;
                    /** @example In the garden */
                    description?: string;
                    /**
                     * Format: date
                     * @example 2027-07-04
                     */
                    event_date?: string & (unknown & unknown);
                } | unknown | unknown | unknown;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event saved successfully"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Event saved successfully";
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description The value is already taken, or a limit is reached */
            409: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to save";
                    };
                };
            };
        };
    };
    eventsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event deleted successfully"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Event deleted successfully";
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to delete";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to delete";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to delete";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to delete";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event failed to delete";
                    };
                };
            };
        };
    };
    budgetsList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": [
                     *         {
                     *           "id": 114640874095021,
                     *           "name": "Catering",
                     *           "category": "Food",
                     *           "amount": 1250.5,
                     *           "spent": 1250.5
                     *         }
                     *       ],
                     *       "summary": {
                     *         "total_amount": 1250.5,
                     *         "total_spent": 1250.5,
                     *         "remaining": 1250.5,
                     *         "over_budget": false,
                     *         "categories": [
                     *           {
                     *             "total_amount": 1250.5,
                     *             "total_spent": 1250.5,
                     *             "remaining": 1250.5,
                     *             "over_budget": false,
                     *             "category": "Food"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example 1 */
                        return_count: number;
                        data: components["schemas"]["Budget"][];
                        summary: {
                            /**
                             * @description Always with two fractional digits
                             * @example 1250.5
                             */
                            total_amount: number;
                            /**
                             * @description Always with two fractional digits
                             * @example 1250.5
                             */
                            total_spent: number;
                            /**
                             * @description Always with two fractional digits
                             * @example 1250.5
                             */
                            remaining: number;
                            /** @example false */
                            over_budget: boolean;
                            categories: {
                                /**
                                 * @description Always with two fractional digits
                                 * @example 1250.5
                                 */
                                total_amount: number;
                                /**
                                 * @description Always with two fractional digits
                                 * @example 1250.5
                                 */
                                total_spent: number;
                                /**
                                 * @description Always with two fractional digits
                                 * @example 1250.5
                                 */
                                remaining: number;
                                /** @example false */
                                over_budget: boolean;
                                /** @example Food */
                                category: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event not found"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Event not found";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budgets failed to load";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budgets failed to load";
                    };
                };
            };
        };
    };
    budgetsView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                event_id: number;
                /** @example 114640874095021 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": {
                     *         "id": 114640874095021,
                     *         "name": "Catering",
                     *         "category": "Food",
                     *         "amount": 1250.5,
                     *         "spent": 1250.5
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        return_count: 1;
                        data: components["schemas"]["Budget"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget not found"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget not found";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to load";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to load";
                    };
                };
            };
        };
    };
    budgetsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Catering",
                 *       "category": "Food",
                 *       "amount": 1250.5,
                 *       "spent": 1250.5
                 *     }
                 */
                "application/json": {
                    /** @example Catering */
                    name: string;
                    /**
                     * @default
                     * @example Food
                     */
                    category?: string;
                    /** @example 1250.5 */
                    amount: number;
                    /** @example 1250.5 */
                    spent?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Path of the new budget */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budget saved successfully",
                     *       "data": {
                     *         "id": 114640874095021,
                     *         "name": "Catering",
                     *         "category": "Food",
                     *         "amount": 1250.5,
                     *         "spent": 1250.5
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Budget saved successfully";
                        data: components["schemas"]["Budget"];
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description The value is already taken, or a limit is reached */
            409: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                    };
                };
            };
        };
    };
    budgetsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                event_id: number;
                /** @example 114640874095021 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Catering",
                 *       "category": "Food",
                 *       "amount": 1250.5,
                 *       "spent": 1250.5
                 *     }
                 */
                "application/json": {
                    /** @example Catering */
                    name?: string;
                    /** @example Food */
                    category?: string;
                    /** @example 1250.5 */
                    amount?: number;
                    /** @example 1250.5 */
                    spent?: number;
                } | unknown | unknown | unknown | unknown;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budget saved successfully"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Budget saved successfully";
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description The value is already taken, or a limit is reached */
            409: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to save";
                    };
                };
            };
        };
    };
    budgetsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 114640874095021 */
                event_id: number;
                /** @example 114640874095021 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budget deleted successfully"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @constant */
                        message: "Budget deleted successfully";
                    };
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to delete";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The authentication scheme */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Unauthorized. Missing or invalid token."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Unauthorized. Missing or invalid token.";
                    };
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to delete";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "name",
                     *           "message": "Name can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to delete";
                        errors: components["schemas"]["FieldErrors"];
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to delete";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Budget failed to delete";
                    };
                };
            };
        };
    };
    systemHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example 0.1.0 */
                        version: string;
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Service failed"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Service failed";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Service failed"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Service failed";
                    };
                };
            };
        };
    };
    systemOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Document failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Document failed to load";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Document failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Document failed to load";
                    };
                };
            };
        };
    };
    systemDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Not found"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Not found";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Docs failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Docs failed to load";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Docs failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Docs failed to load";
                    };
                };
            };
        };
    };
    systemDocsFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example index.html */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Not found"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Not found";
                    };
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description The method that the path supports */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid request method"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Invalid request method";
                    };
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Docs failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Docs failed to load";
                    };
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    /** @description Identifies the request in the log */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Docs failed to load"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "error";
                        /** @constant */
                        message: "Docs failed to load";
                    };
                };
            };
        };
    };
}
