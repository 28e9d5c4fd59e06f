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
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the token's session, or all sessions of the account */
        post: operations["authLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a new token for the same session */
        post: operations["authRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a link by e-mail that lets you choose a new password */
        post: operations["authForgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a new password by a mailed token, and end all sessions */
        post: operations["authResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify an e-mail address by a mailed token, or change to it */
        post: operations["authVerifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your account */
        get: operations["accountView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update your names; omitted fields keep their values */
        post: operations["accountUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password and end all other sessions */
        post: operations["accountChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export your account with all its events and budgets */
        get: operations["accountExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete your account with all that belongs to it */
        post: operations["accountDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/change-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a link by e-mail that changes your e-mail address */
        post: operations["accountChangeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/send-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a link by e-mail that verifies your e-mail address */
        post: operations["accountSendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sessions, newest first */
        get: operations["sessionsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions/end/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End one of your sessions */
        post: operations["sessionsEnd"];
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
        /** List events, oldest first unless sorted otherwise */
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
    "/events/copy/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy an event and its budgets to another day; nothing is spent or paid, and nobody is a member */
        post: operations["eventsCopy"];
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
    "/events/{event_id}/budgets/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export an event's budgets as a CSV file */
        get: operations["budgetsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/budgets/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import budgets into an event: all or none */
        post: operations["budgetsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the budgets of all events that have a due date, soonest first */
        get: operations["paymentsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Add up all events per currency, and per month */
        get: operations["summaryView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an event's owner and members */
        get: operations["membersList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/members/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite somebody to your event by e-mail */
        post: operations["membersInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/members/update/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a member of your event another role */
        post: operations["membersUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/members/remove/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove a member from your event, or yourself from an event */
        post: operations["membersRemove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List invitations to events of others, newest first */
        get: operations["invitationsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation; the Location header has the event */
        post: operations["invitationsAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/decline/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline an invitation */
        post: operations["invitationsDecline"];
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "email": "ada@example.com",
         *       "password": "correct horse"
         *     }
         */
        Registration: {
            first_name: string;
            last_name: string;
            /** Format: email */
            email: string;
            /**
             * Format: password
             * @description At most 72 bytes of UTF-8. The pattern can't count bytes, so it accepts ASCII of up to 72 characters and other text of up to 18. The most common passwords and the person's own names and e-mail address are rejected. So are these below 24 characters: a few characters repeated, runs of digits, letters or keys, and the person's own names or e-mail address with digits or punctuation. Every rule is about the password's normal form NFC.
             */
            password: string;
        };
        /**
         * @example {
         *       "username": "ada@example.com",
         *       "password": "correct horse"
         *     }
         */
        Credentials: {
            username: string;
            /** Format: password */
            password: string;
        };
        /**
         * @default {}
         * @example {
         *       "everywhere": true
         *     }
         */
        Logout: {
            /** @default false */
            everywhere: boolean;
        };
        /**
         * @example {
         *       "username": "ada@example.com"
         *     }
         */
        ForgotPassword: {
            /** Format: email */
            username: string;
        };
        /**
         * @example {
         *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln",
         *       "password": "a fair new passphrase"
         *     }
         */
        PasswordReset: {
            token: string;
            /**
             * Format: password
             * @description At most 72 bytes of UTF-8. The pattern can't count bytes, so it accepts ASCII of up to 72 characters and other text of up to 18. The most common passwords and the person's own names and e-mail address are rejected. So are these below 24 characters: a few characters repeated, runs of digits, letters or keys, and the person's own names or e-mail address with digits or punctuation. Every rule is about the password's normal form NFC.
             */
            password: string;
        };
        /**
         * @example {
         *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln",
         *       "password": "correct horse"
         *     }
         * @example {
         *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln"
         *     }
         */
        EmailVerification: {
            token: string;
            /**
             * Format: password
             * @description Of the account, if no token of its session is sent
             */
            password?: string;
        };
        /**
         * @description At least one of first_name, last_name
         * @example {
         *       "first_name": "Grace"
         *     }
         */
        AccountChanges: {
            first_name?: string;
            last_name?: string;
        };
        /**
         * @example {
         *       "password": "correct horse",
         *       "new_password": "a fair new passphrase"
         *     }
         */
        PasswordChange: {
            /** Format: password */
            password: string;
            /**
             * Format: password
             * @description At most 72 bytes of UTF-8. The pattern can't count bytes, so it accepts ASCII of up to 72 characters and other text of up to 18. The most common passwords and the person's own names and e-mail address are rejected. So are these below 24 characters: a few characters repeated, runs of digits, letters or keys, and the person's own names or e-mail address with digits or punctuation. Every rule is about the password's normal form NFC.
             */
            new_password: string;
        };
        /**
         * @example {
         *       "password": "correct horse"
         *     }
         */
        AccountDeletion: {
            /** Format: password */
            password: string;
        };
        /**
         * @example {
         *       "password": "correct horse",
         *       "email": "ada@example.org"
         *     }
         */
        EmailChange: {
            /** Format: password */
            password: string;
            /** Format: email */
            email: string;
        };
        NewEvent: {
            name: string;
            /** @default  */
            description: string;
            /** Format: date */
            event_date: string;
            /** @description Active code of ISO 4217 with 0, 2 or 3 digits, such as `EUR` */
            currency?: string | null;
            /** @description At most as many fractional digits as the event's currency has; two without a currency */
            limit_amount?: number | null;
        };
        /**
         * @example {
         *       "event_date": "2028-07-04",
         *       "name": "Summer party 2028"
         *     }
         */
        EventCopy: {
            /** Format: date */
            event_date: string;
            name?: string;
        };
        /** @description At least one of name, description, event_date, currency, limit_amount */
        EventChanges: {
            name?: string;
            description?: string;
            /** Format: date */
            event_date?: string;
            /** @description Active code of ISO 4217 with 0, 2 or 3 digits, such as `EUR` */
            currency?: string | null;
            /** @description At most as many fractional digits as the event's currency has; two without a currency */
            limit_amount?: number | null;
        };
        NewBudget: {
            name: string;
            /** @default  */
            category: string;
            /** @description At most as many fractional digits as the event's currency has; two without a currency */
            amount: number;
            /**
             * @description At most as many fractional digits as the event's currency has; two without a currency
             * @default 0
             */
            spent: number;
            vendor?: string | null;
            note?: string | null;
            /** Format: date */
            due_date?: string | null;
            paid?: boolean | null;
            /** @enum {string} */
            kind?: "expense" | "income";
        };
        /** @description At least one of name, category, amount, spent, vendor, note, due_date, paid */
        BudgetChanges: {
            name?: string;
            category?: string;
            /** @description At most as many fractional digits as the event's currency has; two without a currency */
            amount?: number;
            /** @description At most as many fractional digits as the event's currency has; two without a currency */
            spent?: number;
            vendor?: string | null;
            note?: string | null;
            /** Format: date */
            due_date?: string | null;
            paid?: boolean | null;
        };
        ImportedBudgets: {
            budgets: components["schemas"]["NewBudget"][];
        };
        /** @description CSV in UTF-8 with a header row. Its delimiter is a comma, a semicolon or a tab */
        CsvFile: string;
        /**
         * @example {
         *       "email": "grace@example.com",
         *       "role": "editor"
         *     }
         */
        NewMember: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "viewer" | "editor";
        };
        /**
         * @example {
         *       "role": "viewer"
         *     }
         */
        MemberChanges: {
            /** @enum {string} */
            role: "viewer" | "editor";
        };
        AuthSignupResponse: {
            /** @constant */
            status: "success";
            message: string;
            /** @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln */
            token: string;
        };
        /** @description An error. `errors` is there if fields or the body are to blame. */
        Error: {
            /** @constant */
            status: "error";
            message: string;
            errors?: components["schemas"]["FieldError"][];
        };
        FieldError: {
            /** @description Its name, or `body` for the body as a whole */
            field: string;
            /**
             * @description What is wrong. More codes may come; treat those as `invalid`.
             *
             *     - `blank`: missing or empty
             *     - `invalid`: wrong type or format
             *     - `too_short`: too few characters
             *     - `too_long`: too many characters or bytes
             *     - `too_large`: above the maximum
             *     - `negative`: below zero
             *     - `too_precise`: too many fractional digits
             *     - `too_deep`: nested too deep
             *     - `too_common`: easy to guess
             *     - `taken`: used by another account
             *     - `duplicate`: there already
             *     - `full`: no room for more
             *     - `changed`: not the current version
             *     - `in_use`: other values depend on it
             *     - `wrong`: wrong password
             *     - `unconfirmed`: neither the password nor a session of the account was sent
             *     - `reused`: sent before with another body
             */
            code: string;
            /** @description A sentence for people */
            message: string;
            /** @description Line of the CSV file. The header row is line 1 */
            line?: number;
        };
        AuthLoginResponse: {
            /** @constant */
            status: "success";
            message: string;
            /** @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln */
            token: string;
        };
        Success: {
            /** @constant */
            status: "success";
            message: string;
        };
        AuthRefreshResponse: {
            /** @constant */
            status: "success";
            message: string;
            /** @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln */
            token: string;
        };
        AuthResetPasswordResponse: {
            /** @constant */
            status: "success";
            message: string;
            /** @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln */
            token: string;
        };
        AccountViewResponse: {
            /** @constant */
            status: "success";
            data: components["schemas"]["Account"];
        };
        /**
         * @example {
         *       "id": "5bf52c42-617d-4fcd-b00f-7b9d735a43b4",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "email": "ada@example.com",
         *       "email_verified": false,
         *       "created_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        Account: {
            /** Format: uuid */
            id: string;
            first_name: string;
            last_name: string;
            /** Format: email */
            email: string;
            email_verified: boolean;
            /** Format: date-time */
            created_at: string;
        };
        AccountExportResponse: {
            /** @constant */
            status: "success";
            data: components["schemas"]["AccountExport"];
            /** @description Cursor of the next page; absent on the last page */
            next_cursor?: string;
        };
        /**
         * @description All but `events` is on the first page. `shared_events`, which others share with you, and `invitations` to events of others are absent if there are none
         * @example {
         *       "account": {
         *         "id": "5bf52c42-617d-4fcd-b00f-7b9d735a43b4",
         *         "first_name": "Ada",
         *         "last_name": "Lovelace",
         *         "email": "ada@example.com",
         *         "email_verified": false,
         *         "created_at": "2026-11-21T09:30:00.000Z"
         *       },
         *       "sessions": [
         *         {
         *           "id": "5NlZ7mOoTSC0Xx0m",
         *           "created_at": "2026-11-21T09:30:00.000Z",
         *           "expires_at": "2026-12-21T09:30:00.000Z",
         *           "user_agent": "curl/8.7.1",
         *           "current": true
         *         }
         *       ],
         *       "events": [
         *         {
         *           "id": 114640874095021,
         *           "name": "Summer party",
         *           "total_amount": 2050.5,
         *           "budgets_count": 2,
         *           "description": "In the garden",
         *           "event_date": "2027-07-04",
         *           "budgets": [
         *             {
         *               "id": 114640874099904,
         *               "name": "Band",
         *               "category": "Music",
         *               "amount": 800,
         *               "spent": 950.5
         *             },
         *             {
         *               "id": 114640874103215,
         *               "name": "Catering",
         *               "category": "Food",
         *               "amount": 1250.5,
         *               "spent": 0
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        AccountExport: {
            account?: components["schemas"]["Account"];
            sessions?: components["schemas"]["Session"][];
            shared_events?: components["schemas"]["SharedEvent"][];
            invitations?: components["schemas"]["Invitation"][];
            events: components["schemas"]["ExportedEvent"][];
        };
        /**
         * @example {
         *       "id": "5NlZ7mOoTSC0Xx0m",
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "expires_at": "2026-12-21T09:30:00.000Z",
         *       "user_agent": "curl/8.7.1",
         *       "current": true
         *     }
         */
        Session: {
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            user_agent: string;
            current: boolean;
        };
        /**
         * @example {
         *       "id": 114640874098317,
         *       "role": "editor",
         *       "since": "2026-11-21T09:30:00.000Z"
         *     }
         */
        SharedEvent: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            role: "viewer" | "editor";
            /** Format: date-time */
            since: string;
        };
        /**
         * @example {
         *       "id": 114640874103215,
         *       "event_name": "Summer party",
         *       "event_date": "2027-07-04",
         *       "role": "editor",
         *       "invited_by": "Ada Lovelace",
         *       "created_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        Invitation: {
            /** Format: int64 */
            id: number;
            event_name: string;
            /** Format: date */
            event_date: string;
            /** @enum {string} */
            role: "viewer" | "editor";
            /** @description Name of the owner */
            invited_by: string;
            /** Format: date-time */
            created_at: string;
        };
        ExportedEvent: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_amount: number;
            budgets_count: number;
            description: string;
            /** Format: date */
            event_date: string;
            /** @description Code of ISO 4217; only if the event has one */
            currency?: string;
            /** @description What the event may cost; only if the event has a limit */
            limit_amount?: number;
            budgets: components["schemas"]["Budget"][];
            /** @description Open invitations, if there are any */
            invitations?: components["schemas"]["SentInvitation"][];
        };
        /**
         * @example {
         *       "id": 114640874099904,
         *       "name": "Band",
         *       "category": "Music",
         *       "amount": 800,
         *       "spent": 950.5
         *     }
         * @example {
         *       "id": 114640874103215,
         *       "name": "Catering",
         *       "category": "Food",
         *       "amount": 1250.5,
         *       "spent": 0
         *     }
         */
        Budget: {
            /** Format: int64 */
            id: number;
            name: string;
            category: string;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            amount: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            spent: number;
            /**
             * @description Only if it was given; a budget without it is an expense
             * @enum {string}
             */
            kind?: "expense" | "income";
            /** @description Only if it was given */
            vendor?: string;
            /** @description Only if it was given */
            note?: string;
            /**
             * Format: date
             * @description Only if it was given
             */
            due_date?: string;
            /** @description Only if it was given */
            paid?: boolean;
        };
        /**
         * @example {
         *       "email": "grace@example.com",
         *       "role": "editor",
         *       "created_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        SentInvitation: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "viewer" | "editor";
            /** Format: date-time */
            created_at: string;
        };
        SessionsListResponse: {
            /** @constant */
            status: "success";
            /** @example 1 */
            return_count: number;
            /**
             * @example [
             *       {
             *         "id": "5NlZ7mOoTSC0Xx0m",
             *         "created_at": "2026-11-21T09:30:00.000Z",
             *         "expires_at": "2026-12-21T09:30:00.000Z",
             *         "user_agent": "curl/8.7.1",
             *         "current": true
             *       }
             *     ]
             */
            data: components["schemas"]["Session"][];
        };
        EventsListResponse: {
            /** @constant */
            status: "success";
            /** @example 1 */
            return_count: number;
            /**
             * @example [
             *       {
             *         "id": 114640874095021,
             *         "name": "Summer party",
             *         "total_amount": 2050.5,
             *         "budgets_count": 2,
             *         "description": "In the garden",
             *         "event_date": "2027-07-04"
             *       }
             *     ]
             */
            data: components["schemas"]["ListedEvent"][];
            /** @description Cursor of the next page; absent on the last page */
            next_cursor?: string;
        };
        /**
         * @example {
         *       "id": 114640874095021,
         *       "name": "Summer party",
         *       "total_amount": 2050.5,
         *       "budgets_count": 2,
         *       "description": "In the garden",
         *       "event_date": "2027-07-04"
         *     }
         */
        ListedEvent: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_amount: number;
            budgets_count: number;
            description: string;
            /** Format: date */
            event_date: string;
            /** @description Code of ISO 4217; only if the event has one */
            currency?: string;
            /** @description What the event may cost; only if the event has a limit */
            limit_amount?: number;
            /** @description Only with `include=summary` */
            total_spent?: number;
            /** @description Only with `include=summary` */
            remaining?: number;
            /** @description Only with `include=summary` */
            over_budget?: boolean;
            /** @description Only if it is not zero */
            total_income?: number;
            /** @description `total_income` minus `total_amount`; only with `total_income` */
            balance?: number;
            /** @description `limit_amount` minus `total_amount`; only if the event has a limit */
            left?: number;
            /** @description Whether `total_amount` or `total_spent` exceeds `limit_amount`; only if the event has a limit */
            over_limit?: boolean;
            /**
             * @description Your role; only of a shared event
             * @enum {string}
             */
            role?: "viewer" | "editor";
            /** @description Name of the owner; only of a shared event */
            owner?: string;
        };
        EventsViewResponse: {
            /** @constant */
            status: "success";
            /** @example 1 */
            return_count: number;
            data: components["schemas"]["Event"];
        };
        /**
         * @example {
         *       "id": 114640874095021,
         *       "name": "Summer party",
         *       "total_amount": 2050.5,
         *       "budgets_count": 2,
         *       "description": "In the garden",
         *       "event_date": "2027-07-04"
         *     }
         */
        Event: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_amount: number;
            budgets_count: number;
            description: string;
            /** Format: date */
            event_date: string;
            /** @description Code of ISO 4217; only if the event has one */
            currency?: string;
            /** @description What the event may cost; only if the event has a limit */
            limit_amount?: number;
        };
        BudgetsListResponse: {
            /** @constant */
            status: "success";
            /** @example 2 */
            return_count: number;
            /**
             * @example [
             *       {
             *         "id": 114640874099904,
             *         "name": "Band",
             *         "category": "Music",
             *         "amount": 800,
             *         "spent": 950.5
             *       },
             *       {
             *         "id": 114640874103215,
             *         "name": "Catering",
             *         "category": "Food",
             *         "amount": 1250.5,
             *         "spent": 0
             *       }
             *     ]
             */
            data: components["schemas"]["Budget"][];
            summary: components["schemas"]["Summary"];
        };
        /**
         * @example {
         *       "total_amount": 2050.5,
         *       "total_spent": 950.5,
         *       "remaining": 1100,
         *       "over_budget": false,
         *       "categories": [
         *         {
         *           "category": "Music",
         *           "total_amount": 800,
         *           "total_spent": 950.5,
         *           "remaining": -150.5,
         *           "over_budget": true
         *         },
         *         {
         *           "category": "Food",
         *           "total_amount": 1250.5,
         *           "total_spent": 0,
         *           "remaining": 1250.5,
         *           "over_budget": false
         *         }
         *       ]
         *     }
         */
        Summary: {
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_amount: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_spent: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            remaining: number;
            over_budget: boolean;
            /** @description Only if it is not zero */
            total_income?: number;
            /** @description `total_income` minus `total_amount`; only with `total_income` */
            balance?: number;
            /** @description What the event may cost; only if the event has a limit */
            limit_amount?: number;
            /** @description `limit_amount` minus `total_amount`; only if the event has a limit */
            left?: number;
            /** @description Whether `total_amount` or `total_spent` exceeds `limit_amount`; only if the event has a limit */
            over_limit?: boolean;
            categories: components["schemas"]["CategorySummary"][];
        };
        CategorySummary: {
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_amount: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_spent: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            remaining: number;
            over_budget: boolean;
            /** @description Only if it is not zero */
            total_income?: number;
            /** @description `total_income` minus `total_amount`; only with `total_income` */
            balance?: number;
            category: string;
        };
        BudgetsViewResponse: {
            /** @constant */
            status: "success";
            /** @example 1 */
            return_count: number;
            data: components["schemas"]["Budget"];
        };
        BudgetsCreateResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Budget"];
        };
        BudgetsImportResponse: {
            /** @constant */
            status: "success";
            message: string;
            /** @example 1 */
            return_count: number;
        };
        PaymentsListResponse: {
            /** @constant */
            status: "success";
            /** @example 1 */
            return_count: number;
            /**
             * @example [
             *       {
             *         "id": 114640874103215,
             *         "name": "Catering",
             *         "category": "Food",
             *         "amount": 1250.5,
             *         "spent": 0,
             *         "due_date": "2027-06-30",
             *         "paid": false,
             *         "event_id": 114640874095021,
             *         "event_name": "Summer party",
             *         "overdue": false
             *       }
             *     ]
             */
            data: components["schemas"]["Payment"][];
            /** @description Cursor of the next page; absent on the last page */
            next_cursor?: string;
        };
        /**
         * @example {
         *       "id": 114640874103215,
         *       "name": "Catering",
         *       "category": "Food",
         *       "amount": 1250.5,
         *       "spent": 0,
         *       "due_date": "2027-06-30",
         *       "paid": false,
         *       "event_id": 114640874095021,
         *       "event_name": "Summer party",
         *       "overdue": false
         *     }
         */
        Payment: {
            /** Format: int64 */
            id: number;
            name: string;
            category: string;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            amount: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            spent: number;
            /**
             * @description Only if it was given; a budget without it is an expense
             * @enum {string}
             */
            kind?: "expense" | "income";
            /** @description Only if it was given */
            vendor?: string;
            /** @description Only if it was given */
            note?: string;
            /** Format: date */
            due_date: string;
            /** @description Only if it was given */
            paid?: boolean;
            /** Format: int64 */
            event_id: number;
            event_name: string;
            /** @description Code of ISO 4217; only if the event has one */
            currency?: string;
            /** @description Whether it was due before today (UTC) and is not paid */
            overdue: boolean;
        };
        SummaryViewResponse: {
            /** @constant */
            status: "success";
            /**
             * @example [
             *       {
             *         "currency": null,
             *         "events_count": 1,
             *         "total_amount": 2050.5,
             *         "total_spent": 950.5,
             *         "remaining": 1100,
             *         "total_income": 0,
             *         "months": [
             *           {
             *             "month": "2027-07",
             *             "events_count": 1,
             *             "total_amount": 2050.5,
             *             "total_spent": 950.5,
             *             "remaining": 1100,
             *             "total_income": 0
             *           }
             *         ]
             *       }
             *     ]
             */
            data: components["schemas"]["CurrencyTotals"][];
        };
        /**
         * @example {
         *       "currency": null,
         *       "events_count": 1,
         *       "total_amount": 2050.5,
         *       "total_spent": 950.5,
         *       "remaining": 1100,
         *       "total_income": 0,
         *       "months": [
         *         {
         *           "month": "2027-07",
         *           "events_count": 1,
         *           "total_amount": 2050.5,
         *           "total_spent": 950.5,
         *           "remaining": 1100,
         *           "total_income": 0
         *         }
         *       ]
         *     }
         */
        CurrencyTotals: {
            events_count: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_amount: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_spent: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            remaining: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_income: number;
            /** @description Code of ISO 4217; `null` for events without a currency */
            currency: string | null;
            months: components["schemas"]["MonthTotals"][];
        };
        MonthTotals: {
            events_count: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_amount: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_spent: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            remaining: number;
            /** @description Always with as many fractional digits as the event's currency has; two without a currency */
            total_income: number;
            /** @description Month of the events, such as `2027-07` */
            month: string;
        };
        MembersListResponse: {
            /** @constant */
            status: "success";
            /** @example 2 */
            return_count: number;
            /**
             * @example [
             *       {
             *         "first_name": "Ada",
             *         "last_name": "Lovelace",
             *         "email": "ada@example.com",
             *         "role": "owner",
             *         "state": "active",
             *         "you": true
             *       },
             *       {
             *         "id": 114640874103215,
             *         "first_name": "Grace",
             *         "last_name": "Hopper",
             *         "email": "grace@example.com",
             *         "role": "editor",
             *         "state": "active",
             *         "you": false
             *       }
             *     ]
             */
            data: components["schemas"]["Member"][];
        };
        /**
         * @example {
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "email": "ada@example.com",
         *       "role": "owner",
         *       "state": "active",
         *       "you": true
         *     }
         * @example {
         *       "id": 114640874103215,
         *       "first_name": "Grace",
         *       "last_name": "Hopper",
         *       "email": "grace@example.com",
         *       "role": "editor",
         *       "state": "active",
         *       "you": false
         *     }
         */
        Member: {
            /**
             * Format: int64
             * @description Absent for the owner
             */
            id?: number;
            /** @description Absent for the invited */
            first_name?: string;
            /** @description Absent for the invited */
            last_name?: string;
            /**
             * Format: email
             * @description Only in responses to the owner
             */
            email?: string;
            /** @enum {string} */
            role: "owner" | "viewer" | "editor";
            /** @enum {string} */
            state: "active" | "invited";
            you: boolean;
        };
        MembersInviteResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["InvitedMember"];
        };
        /**
         * @example {
         *       "id": 114640874103215,
         *       "email": "grace@example.com",
         *       "role": "editor",
         *       "state": "invited"
         *     }
         */
        InvitedMember: {
            /** Format: int64 */
            id: number;
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "viewer" | "editor";
            /** @enum {string} */
            state: "active" | "invited";
        };
        InvitationsListResponse: {
            /** @constant */
            status: "success";
            /** @example 1 */
            return_count: number;
            /**
             * @example [
             *       {
             *         "id": 114640874103215,
             *         "event_name": "Summer party",
             *         "event_date": "2027-07-04",
             *         "role": "editor",
             *         "invited_by": "Ada Lovelace",
             *         "created_at": "2026-11-21T09:30:00.000Z"
             *       }
             *     ]
             */
            data: components["schemas"]["Invitation"][];
            /** @description Cursor of the next page; absent on the last page */
            next_cursor?: string;
        };
        SystemHealthResponse: {
            /** @constant */
            status: "success";
            /** @example 0.1.0 */
            version: string;
        };
    };
    responses: {
        /** @description The path does not support this method */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "Invalid request method"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is missing or invalid, or the credentials are wrong */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "message": "Unauthorized. Missing or invalid token."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not modified: If-None-Match names the current ETag */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Changes with every change of the resource */
                ETag: string;
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the log */
        "X-Request-Id": string;
        /** @description The authentication scheme */
        "WWW-Authenticate": string;
        /** @description The method that the path supports */
        Allow: string;
        /** @description Seconds to wait before the next attempt */
        "Retry-After": string;
    };
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
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "application/json": components["schemas"]["AuthSignupResponse"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Validation failed: Email has already been taken.",
                     *       "errors": [
                     *         {
                     *           "field": "email",
                     *           "code": "taken",
                     *           "message": "Email has already been taken."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Validation failed: First name can't be blank.",
                     *       "errors": [
                     *         {
                     *           "field": "first_name",
                     *           "code": "blank",
                     *           "message": "First name can't be blank."
                     *         },
                     *         {
                     *           "field": "last_name",
                     *           "code": "blank",
                     *           "message": "Last name can't be blank."
                     *         },
                     *         {
                     *           "field": "email",
                     *           "code": "blank",
                     *           "message": "Email can't be blank."
                     *         },
                     *         {
                     *           "field": "password",
                     *           "code": "blank",
                     *           "message": "Password can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to register"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
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
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "application/json": components["schemas"]["AuthLoginResponse"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid, or the credentials are wrong */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invalid username or password."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path does not support this method */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Login Failed. retry"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    authLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "everywhere": true
                 *     }
                 */
                "application/json": components["schemas"]["Logout"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Logged out successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Logout failed",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Logout failed",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Logout failed",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Logout failed",
                     *       "errors": [
                     *         {
                     *           "field": "everywhere",
                     *           "code": "invalid",
                     *           "message": "Everywhere must be true or false."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Logout failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Logout failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    authRefresh: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Token refreshed successfully",
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthRefreshResponse"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Token failed to refresh",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Token failed to refresh",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Token failed to refresh",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Token failed to refresh"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Token failed to refresh"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    authForgotPassword: {
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
                 *       "username": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "If this account exists, an e-mail is on its way."
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed",
                     *       "errors": [
                     *         {
                     *           "field": "username",
                     *           "code": "blank",
                     *           "message": "Username can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The deployment sends no mail */
            501: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password reset failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    authResetPassword: {
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
                 *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln",
                 *       "password": "a fair new passphrase"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Password changed successfully",
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthResetPasswordResponse"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "token",
                     *           "code": "blank",
                     *           "message": "Token can't be blank."
                     *         },
                     *         {
                     *           "field": "password",
                     *           "code": "blank",
                     *           "message": "Password can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    authVerifyEmail: {
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
                 *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["EmailVerification"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "E-mail address verified successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Neither a session of the account nor its password was sent */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify",
                     *       "errors": [
                     *         {
                     *           "field": "account",
                     *           "code": "unconfirmed",
                     *           "message": "Account must be confirmed by its password or one of its sessions."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify",
                     *       "errors": [
                     *         {
                     *           "field": "email",
                     *           "code": "taken",
                     *           "message": "Email has already been taken."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify",
                     *       "errors": [
                     *         {
                     *           "field": "token",
                     *           "code": "blank",
                     *           "message": "Token can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to verify"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    accountView: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "id": "5bf52c42-617d-4fcd-b00f-7b9d735a43b4",
                     *         "first_name": "Ada",
                     *         "last_name": "Lovelace",
                     *         "email": "ada@example.com",
                     *         "email_verified": false,
                     *         "created_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountViewResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    accountUpdate: {
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
                 *       "first_name": "Grace"
                 *     }
                 */
                "application/json": components["schemas"]["AccountChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Account saved successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "blank",
                     *           "message": "Body must have at least one of first_name, last_name."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    accountChangePassword: {
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
                 *       "password": "correct horse",
                 *       "new_password": "a fair new passphrase"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Password changed successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "password",
                     *           "code": "blank",
                     *           "message": "Password can't be blank."
                     *         },
                     *         {
                     *           "field": "new_password",
                     *           "code": "blank",
                     *           "message": "New password can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Password failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    accountExport: {
        parameters: {
            query?: {
                cursor?: string;
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Has browsers save the export as a file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "account": {
                     *           "id": "5bf52c42-617d-4fcd-b00f-7b9d735a43b4",
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "email": "ada@example.com",
                     *           "email_verified": false,
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         },
                     *         "sessions": [
                     *           {
                     *             "id": "5NlZ7mOoTSC0Xx0m",
                     *             "created_at": "2026-11-21T09:30:00.000Z",
                     *             "expires_at": "2026-12-21T09:30:00.000Z",
                     *             "user_agent": "curl/8.7.1",
                     *             "current": true
                     *           }
                     *         ],
                     *         "events": [
                     *           {
                     *             "id": 114640874095021,
                     *             "name": "Summer party",
                     *             "total_amount": 2050.5,
                     *             "budgets_count": 2,
                     *             "description": "In the garden",
                     *             "event_date": "2027-07-04",
                     *             "budgets": [
                     *               {
                     *                 "id": 114640874099904,
                     *                 "name": "Band",
                     *                 "category": "Music",
                     *                 "amount": 800,
                     *                 "spent": 950.5
                     *               },
                     *               {
                     *                 "id": 114640874103215,
                     *                 "name": "Catering",
                     *                 "category": "Food",
                     *                 "amount": 1250.5,
                     *                 "spent": 0
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountExportResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to export",
                     *       "errors": [
                     *         {
                     *           "field": "cursor",
                     *           "code": "invalid",
                     *           "message": "Cursor is invalid."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to export"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to export"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    accountDelete: {
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
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["AccountDeletion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Account deleted successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "password",
                     *           "code": "blank",
                     *           "message": "Password can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Account failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    accountChangeEmail: {
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
                 *       "password": "correct horse",
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["EmailChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Confirm the new address by the e-mail sent to it."
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change",
                     *       "errors": [
                     *         {
                     *           "field": "password",
                     *           "code": "blank",
                     *           "message": "Password can't be blank."
                     *         },
                     *         {
                     *           "field": "email",
                     *           "code": "blank",
                     *           "message": "Email can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The deployment sends no mail */
            501: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail address failed to change"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    accountSendVerification: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "E-mail sent successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail failed to send",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail failed to send",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail failed to send",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail failed to send"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail failed to send"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The deployment sends no mail */
            501: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail failed to send"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "E-mail failed to send"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sessionsList: {
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": [
                     *         {
                     *           "id": "5NlZ7mOoTSC0Xx0m",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "expires_at": "2026-12-21T09:30:00.000Z",
                     *           "user_agent": "curl/8.7.1",
                     *           "current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SessionsListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Sessions failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Sessions failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sessionsEnd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Session ended successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Session failed to end",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Session failed to end"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Session failed to end",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Session failed to end",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Session failed to end"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Session failed to end"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eventsList: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                q?: string;
                sort?: "created" | "-created" | "event_date" | "-event_date" | "name" | "-name" | "total_amount" | "-total_amount";
                limit?: number;
                include?: "summary";
                shared?: "true" | "false";
                cursor?: string;
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                     *           "total_amount": 2050.5,
                     *           "budgets_count": 2,
                     *           "description": "In the garden",
                     *           "event_date": "2027-07-04"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventsListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Events failed to load",
                     *       "errors": [
                     *         {
                     *           "field": "from",
                     *           "code": "invalid",
                     *           "message": "From must be a valid date (YYYY-MM-DD)."
                     *         },
                     *         {
                     *           "field": "to",
                     *           "code": "invalid",
                     *           "message": "To must be a valid date (YYYY-MM-DD)."
                     *         },
                     *         {
                     *           "field": "q",
                     *           "code": "blank",
                     *           "message": "Q can't be blank."
                     *         },
                     *         {
                     *           "field": "sort",
                     *           "code": "invalid",
                     *           "message": "Sort must be one of created, -created, event_date, -event_date, name, -name, total_amount, -total_amount."
                     *         },
                     *         {
                     *           "field": "limit",
                     *           "code": "invalid",
                     *           "message": "Limit must be a whole number from 1 to 200."
                     *         },
                     *         {
                     *           "field": "include",
                     *           "code": "invalid",
                     *           "message": "Include must be summary."
                     *         },
                     *         {
                     *           "field": "shared",
                     *           "code": "invalid",
                     *           "message": "Shared must be true or false."
                     *         },
                     *         {
                     *           "field": "cursor",
                     *           "code": "invalid",
                     *           "message": "Cursor is invalid."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Events failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Events failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eventsView: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of what the client has; 304 if nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Changes with every change of the resource */
                    ETag: string;
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
                     *         "total_amount": 2050.5,
                     *         "budgets_count": 2,
                     *         "description": "In the garden",
                     *         "event_date": "2027-07-04"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventsViewResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eventsCreate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
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
                "application/json": components["schemas"]["NewEvent"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new event */
                    Location: string;
                    /** @description Changes with every change of the resource */
                    ETag?: string;
                    /** @description `true` if the response is that of an earlier request with the same `Idempotency-Key` */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event saved successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid, or the Idempotency-Key was sent before with another body */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eventsCopy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_date": "2028-07-04",
                 *       "name": "Summer party 2028"
                 *     }
                 */
                "application/json": components["schemas"]["EventCopy"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new event */
                    Location: string;
                    /** @description Changes with every change of the resource */
                    ETag?: string;
                    /** @description `true` if the response is that of an earlier request with the same `Idempotency-Key` */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event saved successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid, or the Idempotency-Key was sent before with another body */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eventsUpdate: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "In the garden, from noon"
                 *     }
                 */
                "application/json": components["schemas"]["EventChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Changes with every change of the resource */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event saved successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description If-Match does not name the current version */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "If-Match",
                     *           "code": "changed",
                     *           "message": "If-Match does not name the current version."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "blank",
                     *           "message": "Body must have at least one of name, description, event_date, currency, limit_amount."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eventsDelete: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event deleted successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description If-Match does not name the current version */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "If-Match",
                     *           "code": "changed",
                     *           "message": "If-Match does not name the current version."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    budgetsList: {
        parameters: {
            query?: {
                category?: string;
                q?: string;
                kind?: "expense" | "income";
                paid?: "true" | "false";
                sort?: "created" | "-created" | "name" | "-name" | "category" | "-category" | "amount" | "-amount" | "spent" | "-spent";
            };
            header?: {
                /** @description `ETag` of what the client has; 304 if nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Changes with every change of the resource */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 2,
                     *       "data": [
                     *         {
                     *           "id": 114640874099904,
                     *           "name": "Band",
                     *           "category": "Music",
                     *           "amount": 800,
                     *           "spent": 950.5
                     *         },
                     *         {
                     *           "id": 114640874103215,
                     *           "name": "Catering",
                     *           "category": "Food",
                     *           "amount": 1250.5,
                     *           "spent": 0
                     *         }
                     *       ],
                     *       "summary": {
                     *         "total_amount": 2050.5,
                     *         "total_spent": 950.5,
                     *         "remaining": 1100,
                     *         "over_budget": false,
                     *         "categories": [
                     *           {
                     *             "category": "Music",
                     *             "total_amount": 800,
                     *             "total_spent": 950.5,
                     *             "remaining": -150.5,
                     *             "over_budget": true
                     *           },
                     *           {
                     *             "category": "Food",
                     *             "total_amount": 1250.5,
                     *             "total_spent": 0,
                     *             "remaining": 1250.5,
                     *             "over_budget": false
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BudgetsListResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to load",
                     *       "errors": [
                     *         {
                     *           "field": "q",
                     *           "code": "blank",
                     *           "message": "Q can't be blank."
                     *         },
                     *         {
                     *           "field": "kind",
                     *           "code": "invalid",
                     *           "message": "Kind must be expense or income."
                     *         },
                     *         {
                     *           "field": "paid",
                     *           "code": "invalid",
                     *           "message": "Paid must be true or false."
                     *         },
                     *         {
                     *           "field": "sort",
                     *           "code": "invalid",
                     *           "message": "Sort must be one of created, -created, name, -name, category, -category, amount, -amount, spent, -spent."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    budgetsView: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of what the client has; 304 if nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                event_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Changes with every change of the resource */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": {
                     *         "id": 114640874099904,
                     *         "name": "Band",
                     *         "category": "Music",
                     *         "amount": 800,
                     *         "spent": 950.5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BudgetsViewResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    budgetsCreate: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
                "Idempotency-Key"?: string;
            };
            path: {
                event_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Band",
                 *       "category": "Music",
                 *       "amount": 800,
                 *       "spent": 950.5
                 *     }
                 */
                "application/json": components["schemas"]["NewBudget"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new budget */
                    Location: string;
                    /** @description Changes with every change of the resource */
                    ETag?: string;
                    /** @description `true` if the response is that of an earlier request with the same `Idempotency-Key` */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budget saved successfully",
                     *       "data": {
                     *         "id": 114640874099904,
                     *         "name": "Band",
                     *         "category": "Music",
                     *         "amount": 800,
                     *         "spent": 950.5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BudgetsCreateResponse"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description If-Match does not name the current version */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "If-Match",
                     *           "code": "changed",
                     *           "message": "If-Match does not name the current version."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid, or the Idempotency-Key was sent before with another body */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    budgetsUpdate: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                event_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 900
                 *     }
                 */
                "application/json": components["schemas"]["BudgetChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Changes with every change of the resource */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budget saved successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "event",
                     *           "code": "too_large",
                     *           "message": "Event is too large (maximum is 400 KB including its budgets)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description If-Match does not name the current version */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "If-Match",
                     *           "code": "changed",
                     *           "message": "If-Match does not name the current version."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "blank",
                     *           "message": "Body must have at least one of name, category, amount, spent, vendor, note, due_date, paid."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    budgetsDelete: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                event_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budget deleted successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description If-Match does not name the current version */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "If-Match",
                     *           "code": "changed",
                     *           "message": "If-Match does not name the current version."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budget failed to delete"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    budgetsExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of what the client has; 304 if nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    /** @description Changes with every change of the resource */
                    ETag: string;
                    /** @description Has browsers save a file with the event's name */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": unknown;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to export"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to export"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to export"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    budgetsImport: {
        parameters: {
            query?: {
                decimal?: "." | ",";
                dry_run?: "true" | "false";
            };
            header?: {
                "If-Match"?: string;
                "Idempotency-Key"?: string;
            };
            path: {
                event_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "budgets": [
                 *         {
                 *           "name": "Band",
                 *           "category": "Music",
                 *           "amount": 800,
                 *           "spent": 950.5
                 *         },
                 *         {
                 *           "name": "Hall",
                 *           "amount": 2000,
                 *           "vendor": "Ada & Co.",
                 *           "due_date": "2027-06-30",
                 *           "paid": false
                 *         },
                 *         {
                 *           "name": "Tickets",
                 *           "kind": "income",
                 *           "amount": 3000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ImportedBudgets"];
                /**
                 * @example name,category,amount,spent,due_date
                 *     Band,Music,800.00,950.50,2027-06-01
                 */
                "text/csv": components["schemas"]["CsvFile"];
            };
        };
        responses: {
            /** @description Nothing is wrong */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Changes with every change of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budgets checked successfully",
                     *       "return_count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BudgetsImportResponse"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Changes with every change of the resource */
                    ETag?: string;
                    /** @description `true` if the response is that of an earlier request with the same `Idempotency-Key` */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Budgets imported successfully",
                     *       "return_count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BudgetsImportResponse"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing, or CSV in UTF-8, or a header is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to import"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to import"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description If-Match does not name the current version */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to import",
                     *       "errors": [
                     *         {
                     *           "field": "If-Match",
                     *           "code": "changed",
                     *           "message": "If-Match does not name the current version."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 256 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to import",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 262144 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to import",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json or text/csv."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid, or the Idempotency-Key was sent before with another body */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to import"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Budgets failed to import"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    paymentsList: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                paid?: "true" | "false";
                cursor?: string;
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": [
                     *         {
                     *           "id": 114640874103215,
                     *           "name": "Catering",
                     *           "category": "Food",
                     *           "amount": 1250.5,
                     *           "spent": 0,
                     *           "due_date": "2027-06-30",
                     *           "paid": false,
                     *           "event_id": 114640874095021,
                     *           "event_name": "Summer party",
                     *           "overdue": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentsListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Payments failed to load",
                     *       "errors": [
                     *         {
                     *           "field": "from",
                     *           "code": "invalid",
                     *           "message": "From must be a valid date (YYYY-MM-DD)."
                     *         },
                     *         {
                     *           "field": "to",
                     *           "code": "invalid",
                     *           "message": "To must be a valid date (YYYY-MM-DD)."
                     *         },
                     *         {
                     *           "field": "paid",
                     *           "code": "invalid",
                     *           "message": "Paid must be true or false."
                     *         },
                     *         {
                     *           "field": "cursor",
                     *           "code": "invalid",
                     *           "message": "Cursor is invalid."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Payments failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Payments failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    summaryView: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "currency": null,
                     *           "events_count": 1,
                     *           "total_amount": 2050.5,
                     *           "total_spent": 950.5,
                     *           "remaining": 1100,
                     *           "total_income": 0,
                     *           "months": [
                     *             {
                     *               "month": "2027-07",
                     *               "events_count": 1,
                     *               "total_amount": 2050.5,
                     *               "total_spent": 950.5,
                     *               "remaining": 1100,
                     *               "total_income": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SummaryViewResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Summary failed to load",
                     *       "errors": [
                     *         {
                     *           "field": "events",
                     *           "code": "too_large",
                     *           "message": "Events have more than 10 MB together, without their budgets."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Summary failed to load",
                     *       "errors": [
                     *         {
                     *           "field": "from",
                     *           "code": "invalid",
                     *           "message": "From must be a valid date (YYYY-MM-DD)."
                     *         },
                     *         {
                     *           "field": "to",
                     *           "code": "invalid",
                     *           "message": "To must be a valid date (YYYY-MM-DD)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Summary failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Summary failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    membersList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 2,
                     *       "data": [
                     *         {
                     *           "first_name": "Ada",
                     *           "last_name": "Lovelace",
                     *           "email": "ada@example.com",
                     *           "role": "owner",
                     *           "state": "active",
                     *           "you": true
                     *         },
                     *         {
                     *           "id": 114640874103215,
                     *           "first_name": "Grace",
                     *           "last_name": "Hopper",
                     *           "email": "grace@example.com",
                     *           "role": "editor",
                     *           "state": "active",
                     *           "you": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MembersListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Event not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Members failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Members failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    membersInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "role": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the members */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Member invited successfully",
                     *       "data": {
                     *         "id": 114640874103215,
                     *         "email": "grace@example.com",
                     *         "role": "editor",
                     *         "state": "invited"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MembersInviteResponse"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited",
                     *       "errors": [
                     *         {
                     *           "field": "email",
                     *           "code": "blank",
                     *           "message": "Email can't be blank."
                     *         },
                     *         {
                     *           "field": "role",
                     *           "code": "blank",
                     *           "message": "Role can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be invited"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    membersUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["MemberChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Member saved successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save",
                     *       "errors": [
                     *         {
                     *           "field": "role",
                     *           "code": "blank",
                     *           "message": "Role can't be blank."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to save"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    membersRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Member removed successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be removed",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be removed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be removed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be removed",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be removed",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be removed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Member failed to be removed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    invitationsList: {
        parameters: {
            query?: {
                cursor?: string;
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "return_count": 1,
                     *       "data": [
                     *         {
                     *           "id": 114640874103215,
                     *           "event_name": "Summer party",
                     *           "event_date": "2027-07-04",
                     *           "role": "editor",
                     *           "invited_by": "Ada Lovelace",
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationsListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitations failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description A field is missing or invalid */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitations failed to load",
                     *       "errors": [
                     *         {
                     *           "field": "cursor",
                     *           "code": "invalid",
                     *           "message": "Cursor is invalid."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitations failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitations failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    invitationsAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the event */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invitation accepted successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be accepted",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be accepted"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be accepted"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The value is already taken, a limit is reached, or the event does not allow the change */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be accepted",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be accepted",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be accepted"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be accepted"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    invitationsDecline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invitation declined successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The body is not a JSON object, or a required part of it is missing */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be declined",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "invalid",
                     *           "message": "Body must be a JSON object."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The role in the event does not allow it, or the e-mail address of the account is not verified */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be declined"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found, or it belongs to another account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be declined"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is larger than 64 KiB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be declined",
                     *       "errors": [
                     *         {
                     *           "field": "body",
                     *           "code": "too_large",
                     *           "message": "Body is too large (maximum is 65536 bytes)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content type of the body is not supported */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be declined",
                     *       "errors": [
                     *         {
                     *           "field": "Content-Type",
                     *           "code": "invalid",
                     *           "message": "Content-Type must be application/json."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be declined"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Invitation failed to be declined"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["SystemHealthResponse"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Service failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Service failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description Internal error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Document failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is overloaded or unreachable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "message": "Document failed to load"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
